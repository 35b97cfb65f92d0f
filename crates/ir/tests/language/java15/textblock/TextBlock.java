package java15.textblock;

/** Text blocks are plain constants. */
class TextBlock {
    static String block(int n) {
        return """
            {
              "quoted": "\t",
              "joined": \
            true
            }
            """ + n;
    }
}
