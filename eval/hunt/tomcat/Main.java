package driver;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URL;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import javax.servlet.http.HttpSession;
import org.apache.catalina.Context;
import org.apache.catalina.startup.Tomcat;

/** A web server with sessions; three clients visit it while somebody looks at its statistics, then it is stopped. */
public final class Main {
    private static final int VISITS = 12;

    /** Counts visits of a session. */
    public static final class Visits extends HttpServlet {
        private static final long serialVersionUID = 1;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            HttpSession session = request.getSession();
            synchronized (session) {
                Integer visits = (Integer) session.getAttribute("visits");
                session.setAttribute("visits", visits == null ? 1 : visits + 1);
            }
            getServletContext().setAttribute("last", request.getParameter("name"));
            response.setContentType("text/plain");
            response.getWriter().println("hello " + request.getParameter("name"));
        }
    }

    public static void main(String[] args) throws Exception {
        Logger.getLogger("org.apache").setLevel(Level.SEVERE);
        File base = java.nio.file.Files.createTempDirectory("tomcat").toFile();
        Tomcat tomcat = new Tomcat();
        tomcat.setBaseDir(base.getPath());
        tomcat.setPort(0);
        Context context = tomcat.addContext("", base.getPath());
        Tomcat.addServlet(context, "visits", new Visits());
        context.addServletMapping("/", "visits");
        context.setBackgroundProcessorDelay(1);
        tomcat.start();
        int port = tomcat.getConnector().getLocalPort();
        Client[] clients = new Client[3];
        for (int i = 0; i < clients.length; i++) {
            clients[i] = new Client(port, "client" + i);
            clients[i].start();
        }
        int sessions = 0;
        for (Client client : clients) {
            client.join();
            sessions = context.getManager().getActiveSessions();
        }
        tomcat.stop();
        tomcat.destroy();
        System.out.println(clients[0].answers + clients[1].answers + clients[2].answers + " answers, " + (sessions > 0));
        System.exit(0);
    }

    private static final class Client extends Thread {
        private final int port;
        private int answers;

        Client(int port, String name) {
            super(name);
            this.port = port;
        }

        @Override
        public void run() {
            String cookie = null;
            try {
                for (int visit = 0; visit < VISITS; visit++) {
                    URL url = new URL("http://localhost:" + port + "/?name=" + getName());
                    HttpURLConnection connection = (HttpURLConnection) url.openConnection();
                    if (cookie != null && visit % 4 != 3) {
                        connection.setRequestProperty("Cookie", cookie);
                    }
                    try (InputStream body = connection.getInputStream()) {
                        answers += body.readAllBytes().length > 0 ? 1 : 0;
                    }
                    String set = connection.getHeaderField("Set-Cookie");
                    cookie = set == null ? cookie : set.split(";")[0];
                }
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
