package driver;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;

/** Two clients of one database in memory that book flights: inserts, joins and sorted reads. */
public final class Main {
    private static final String URL = "jdbc:derby:memory:flights;create=true";
    private static final int ROUNDS = 30;

    public static void main(String[] args) throws Exception {
        // Its log would otherwise be left in the current folder.
        System.setProperty("derby.stream.error.method", "driver.Main.noLog");
        try (Connection connection = connect(); Statement statement = connection.createStatement()) {
            statement.executeUpdate("CREATE TABLE flight(id INT PRIMARY KEY, destination VARCHAR(40))");
            statement.executeUpdate("CREATE TABLE booking(flight INT REFERENCES flight, seat INT, guest VARCHAR(40))");
            statement.executeUpdate("CREATE INDEX by_guest ON booking(guest)");
            for (int id = 0; id < 5; id++) {
                statement.executeUpdate("INSERT INTO flight VALUES(" + id + ", 'city " + id + "')");
            }
        }
        Agency first = new Agency("first");
        Agency second = new Agency("second");
        first.start();
        second.start();
        first.join();
        second.join();
        if (first.failure != null || second.failure != null) {
            throw new IllegalStateException("an agency failed", first.failure != null ? first.failure : second.failure);
        }
    }

    /** Where Derby writes its log: nowhere. It finds this method by its name. */
    public static java.io.OutputStream noLog() {
        return java.io.OutputStream.nullOutputStream();
    }

    static Connection connect() throws SQLException {
        return new org.apache.derby.jdbc.EmbeddedDriver().connect(URL, new Properties());
    }

    private static final class Agency extends Thread {
        private SQLException failure;

        Agency(String name) {
            super(name);
        }

        @Override
        public void run() {
            try (Connection connection = connect()) {
                for (int round = 0; round < ROUNDS; round++) {
                    book(connection, round % 5, round);
                }
                System.out.println(getName() + ": " + report(connection));
            } catch (SQLException e) {
                failure = e;
            }
        }

        private void book(Connection connection, int flight, int seat) throws SQLException {
            String sql = "INSERT INTO booking VALUES(?, ?, ?)";
            try (PreparedStatement insert = connection.prepareStatement(sql)) {
                insert.setInt(1, flight);
                insert.setInt(2, seat);
                insert.setString(3, getName());
                insert.executeUpdate();
            }
        }

        private String report(Connection connection) throws SQLException {
            String sql = "SELECT destination, COUNT(*), MAX(seat) FROM booking JOIN flight ON flight = id"
                    + " WHERE guest = ? GROUP BY destination ORDER BY destination DESC";
            StringBuilder report = new StringBuilder();
            try (PreparedStatement query = connection.prepareStatement(sql)) {
                query.setString(1, getName());
                try (ResultSet rows = query.executeQuery()) {
                    while (rows.next()) {
                        report.append(rows.getString(1)).append(' ').append(rows.getInt(2)).append(' ')
                                .append(rows.getInt(3)).append("; ");
                    }
                }
            }
            return report.toString();
        }
    }
}
