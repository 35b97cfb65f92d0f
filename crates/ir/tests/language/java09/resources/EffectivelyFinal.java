package java09.resources;

import java.io.IOException;
import java.io.InputStream;

/** try-with-resources on variables and fields that exist already. */
class EffectivelyFinal {
    final InputStream field = InputStream.nullInputStream();

    int read(InputStream parameter) throws IOException {
        try (parameter; field) {
            return parameter.read();
        }
    }
}
