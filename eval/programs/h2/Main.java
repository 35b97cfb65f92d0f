package driver;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;

/** Two clients of one database in memory: each inserts, updates and reads accounts in its own transactions. */
public final class Main {
    private static final String URL = "jdbc:h2:mem:bank;DB_CLOSE_DELAY=-1";
    private static final int ROUNDS = 50;

    public static void main(String[] args) throws Exception {
        try (Connection connection = connect(); Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE account(id INT PRIMARY KEY, owner VARCHAR(40), balance DECIMAL(12, 2))");
            statement.execute("CREATE INDEX by_owner ON account(owner)");
        }
        Client first = new Client(0);
        Client second = new Client(1000);
        Thread one = new Thread(first, "first");
        Thread two = new Thread(second, "second");
        one.start();
        two.start();
        one.join();
        two.join();
        if (first.failure != null || second.failure != null) {
            throw new IllegalStateException("a client failed", first.failure != null ? first.failure : second.failure);
        }
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet sums = statement.executeQuery(
                        "SELECT owner, COUNT(*), SUM(balance) FROM account GROUP BY owner ORDER BY owner")) {
            while (sums.next()) {
                System.out.println(sums.getString(1) + " " + sums.getInt(2) + " " + sums.getBigDecimal(3));
            }
        }
    }

    static Connection connect() throws SQLException {
        // The driver is named by its class, so that no tool has to guess what DriverManager would find.
        return new org.h2.Driver().connect(URL, new Properties());
    }

    private static final class Client implements Runnable {
        private final int firstId;
        private Exception failure;

        Client(int firstId) {
            this.firstId = firstId;
        }

        @Override
        public void run() {
            try (Connection connection = connect()) {
                connection.setAutoCommit(false);
                for (int round = 0; round < ROUNDS; round++) {
                    insert(connection, firstId + round);
                    deposit(connection, firstId + round / 2);
                    connection.commit();
                }
            } catch (SQLException e) {
                failure = e;
            }
        }

        private static void insert(Connection connection, int id) throws SQLException {
            String sql = "INSERT INTO account VALUES(?, ?, ?)";
            try (PreparedStatement insert = connection.prepareStatement(sql)) {
                insert.setInt(1, id);
                insert.setString(2, "owner " + id % 5);
                insert.setBigDecimal(3, java.math.BigDecimal.valueOf(100 + id));
                insert.executeUpdate();
            }
        }

        private static void deposit(Connection connection, int id) throws SQLException {
            String sql = "UPDATE account SET balance = balance + 10 WHERE id = ?";
            try (PreparedStatement update = connection.prepareStatement(sql)) {
                update.setInt(1, id);
                update.executeUpdate();
            }
        }
    }
}
