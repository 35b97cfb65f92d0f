package work;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Two clients of one database in memory book into accounts, look them up and sum them, each in its own transactions. */
final class Program implements Work {
    private static final String URL = "jdbc:h2:mem:bank;DB_CLOSE_DELAY=-1";
    private static final int TRANSACTIONS = 300;

    @Override
    public long round() throws Exception {
        try (Connection connection = DriverManager.getConnection(URL); Statement statement = connection.createStatement()) {
            statement.execute("DROP ALL OBJECTS");
            statement.execute("CREATE TABLE account(id INT PRIMARY KEY, owner VARCHAR(40), balance DECIMAL(12, 2))");
            statement.execute("CREATE TABLE booking(account INT, number INT, amount DECIMAL(12, 2), PRIMARY KEY(account, number))");
            statement.execute("CREATE INDEX by_owner ON account(owner)");
        }
        Work.inTwoThreads(Program::client);
        long result = 0;
        try (Connection connection = DriverManager.getConnection(URL);
                Statement statement = connection.createStatement();
                ResultSet sums = statement.executeQuery(
                        "SELECT owner, COUNT(*), SUM(balance), SUM(amount) FROM account JOIN booking ON id = account"
                                + " GROUP BY owner ORDER BY owner")) {
            while (sums.next()) {
                String line = sums.getString(1) + sums.getInt(2) + sums.getBigDecimal(3) + sums.getBigDecimal(4);
                result = 31 * result + line.hashCode();
            }
        }
        return result;
    }

    private static long client(int thread) throws SQLException {
        try (Connection connection = DriverManager.getConnection(URL);
                PreparedStatement open = connection.prepareStatement("INSERT INTO account VALUES(?, ?, ?)");
                PreparedStatement book = connection.prepareStatement("INSERT INTO booking VALUES(?, ?, ?)");
                PreparedStatement add = connection.prepareStatement("UPDATE account SET balance = balance + ? WHERE id = ?");
                PreparedStatement sum = connection.prepareStatement("SELECT SUM(amount), COUNT(*) FROM booking WHERE account = ?")) {
            connection.setAutoCommit(false);
            for (int i = 0; i < TRANSACTIONS; i++) {
                int id = 10_000 * thread + i;
                open.setInt(1, id);
                open.setString(2, "owner " + id % 7);
                open.setBigDecimal(3, BigDecimal.valueOf(100 + i));
                open.executeUpdate();
                int account = 10_000 * thread + i / 4;
                BigDecimal amount = BigDecimal.valueOf(1 + i % 10);
                book.setInt(1, account);
                book.setInt(2, i);
                book.setBigDecimal(3, amount);
                book.executeUpdate();
                add.setBigDecimal(1, amount);
                add.setInt(2, account);
                add.executeUpdate();
                sum.setInt(1, account);
                try (ResultSet result = sum.executeQuery()) {
                    result.next();
                    if (result.getInt(2) != 1 + i % 4) {
                        throw new IllegalStateException(result.getInt(2) + " bookings, not " + (1 + i % 4));
                    }
                }
                connection.commit();
            }
            return 0;
        }
    }
}
