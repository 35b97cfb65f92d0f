package work;

import java.io.StringReader;
import java.io.StringWriter;
import javax.xml.transform.Templates;
import javax.xml.transform.stream.StreamResult;
import javax.xml.transform.stream.StreamSource;
import org.apache.xalan.processor.TransformerFactoryImpl;

/** Two threads transform catalogues with one compiled stylesheet, as DaCapo's xalan does. */
final class Program implements Work {
    private static final int ROUNDS = 60;
    private static final int BOOKS = 40;
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

    private final Templates templates;

    Program() throws Exception {
        templates = new TransformerFactoryImpl().newTemplates(new StreamSource(new StringReader(STYLE)));
    }

    @Override
    public long round() throws Exception {
        return Work.inTwoThreads(this::transform);
    }

    private long transform(int thread) throws Exception {
        long length = 0;
        for (int round = thread; round < ROUNDS; round += 2) {
            StringWriter result = new StringWriter();
            templates.newTransformer().transform(
                    new StreamSource(new StringReader(catalogue(round))), new StreamResult(result));
            length += result.getBuffer().length();
        }
        return length;
    }

    private static String catalogue(int round) {
        StringBuilder xml = new StringBuilder("<catalogue>");
        for (int book = 0; book < BOOKS; book++) {
            xml.append("<book title='title ").append((book * 7 + round) % BOOKS).append("' author='author ").append(book % 4)
                    .append("' price='").append(5 + book).append("'><note>note ").append(book * round).append("</note></book>");
        }
        return xml.append("</catalogue>").toString();
    }
}
