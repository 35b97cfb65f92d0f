package driver;

import java.io.StringReader;
import java.io.StringWriter;
import javax.xml.transform.Templates;
import javax.xml.transform.TransformerException;
import javax.xml.transform.stream.StreamResult;
import javax.xml.transform.stream.StreamSource;
import org.apache.xalan.processor.TransformerFactoryImpl;

/** Two threads transform catalogues with one compiled stylesheet, as DaCapo's xalan does. */
public final class Main {
    private static final int ROUNDS = 40;
    private static final String STYLE = "<xsl:stylesheet version='1.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform'>"
            + "<xsl:output method='xml' indent='yes'/>"
            + "<xsl:key name='byAuthor' match='book' use='@author'/>"
            + "<xsl:template match='/catalogue'><list total='{sum(book/@price)}'>"
            + "<xsl:for-each select='book'><xsl:sort select='@title'/>"
            + "<item n='{position()}' others='{count(key(\"byAuthor\", @author)) - 1}'><xsl:value-of select='concat(@title, \", \", @author)'/>"
            + "<xsl:apply-templates select='note'/></item></xsl:for-each></list></xsl:template>"
            + "<xsl:template match='note'><xsl:choose><xsl:when test='string-length(.) &gt; 8'><long/></xsl:when>"
            + "<xsl:otherwise><short><xsl:value-of select='translate(., \"aeiou\", \"AEIOU\")'/></short></xsl:otherwise></xsl:choose></xsl:template>"
            + "</xsl:stylesheet>";

    public static void main(String[] args) throws Exception {
        Templates templates = new TransformerFactoryImpl().newTemplates(new StreamSource(new StringReader(STYLE)));
        Clerk first = new Clerk(templates, 0);
        Clerk second = new Clerk(templates, 1);
        first.start();
        second.start();
        first.join();
        second.join();
        System.out.println(first.length + " and " + second.length + " characters");
    }

    private static String catalogue(int round) {
        StringBuilder xml = new StringBuilder("<catalogue>");
        for (int book = 0; book < 12; book++) {
            xml.append("<book title='title ").append((book * 7 + round) % 12).append("' author='author ").append(book % 4)
                    .append("' price='").append(5 + book).append("'><note>note ").append(book * round).append("</note></book>");
        }
        return xml.append("</catalogue>").toString();
    }

    private static final class Clerk extends Thread {
        private final Templates templates;
        private final int first;
        private long length;

        Clerk(Templates templates, int first) {
            this.templates = templates;
            this.first = first;
        }

        @Override
        public void run() {
            try {
                for (int round = first; round < ROUNDS; round += 2) {
                    StringWriter result = new StringWriter();
                    templates.newTransformer().transform(
                            new StreamSource(new StringReader(catalogue(round))), new StreamResult(result));
                    length += result.getBuffer().length();
                }
            } catch (TransformerException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
