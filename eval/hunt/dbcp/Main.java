package driver;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.apache.commons.dbcp.BasicDataSource;

/** Three clients of a pool of connections to a database in memory, while the pool looks for idle ones; then it is closed. */
public final class Main {
    private static final int ORDERS = 20;

    public static void main(String[] args) throws Exception {
        BasicDataSource pool = new BasicDataSource();
        pool.setDriverClassName("org.hsqldb.jdbcDriver");
        pool.setUrl("jdbc:hsqldb:mem:shop");
        pool.setUsername("sa");
        pool.setPassword("");
        pool.setMaxActive(2);
        pool.setMinIdle(1);
        pool.setPoolPreparedStatements(true);
        pool.setTimeBetweenEvictionRunsMillis(20);
        pool.setMinEvictableIdleTimeMillis(30);
        try (Connection connection = pool.getConnection(); Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE orders(id INT PRIMARY KEY, customer VARCHAR(20), total INT)");
        }
        Thread[] clients = new Thread[3];
        for (int i = 0; i < clients.length; i++) {
            int number = i;
            clients[i] = new Thread(() -> order(pool, number), "client " + i);
            clients[i].start();
        }
        for (Thread client : clients) {
            client.join();
        }
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                ResultSet sums = statement.executeQuery("SELECT COUNT(*), SUM(total) FROM orders")) {
            sums.next();
            System.out.println(sums.getInt(1) + " orders, " + sums.getInt(2));
        }
        pool.close();
    }

    private static void order(BasicDataSource pool, int client) {
        try {
            for (int i = 0; i < ORDERS; i++) {
                try (Connection connection = pool.getConnection();
                        PreparedStatement insert = connection.prepareStatement("INSERT INTO orders VALUES(?, ?, ?)")) {
                    insert.setInt(1, client * ORDERS + i);
                    insert.setString(2, "customer " + i % 4);
                    insert.setInt(3, 10 + i);
                    insert.executeUpdate();
                }
                if (i % 5 == 4) {
                    System.getProperties().setProperty("shop.idle." + client, pool.getNumIdle() + " of " + pool.getNumActive());
                }
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
