package org.sqlvm.bench.serve;

import org.sqlvm.bench.MeasuredProcess;
import org.sqlvm.columns.ColumnsClient;
import org.sqlvm.columns.ColumnsResult;

import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;

/**
 * A process in Java that wants a result. For each line that it reads it gets the result once, and
 * prints elapsed and processor time in milliseconds, the most memory in kB, rows, the sum of the
 * integers and the number of characters.
 */
final class ServeClient {
    private ServeClient() {}

    private interface Work {
        /** Gives rows, sum and characters. */
        String run() throws IOException, SQLException;
    }

    /** @param arguments way, and where it begins: a URL or the path of a socket */
    public static void main(String[] arguments) throws IOException, SQLException {
        Way way = Way.valueOf(arguments[0]);
        switch (way) {
            case PIPE_JAVA, MEMORY_JAVA -> {
                try (ColumnsClient client = ColumnsClient.connect(Path.of(arguments[1]))) {
                    repeat(way == Way.PIPE_JAVA ? () -> piped(client) : () -> mapped(client));
                }
            }
            case BUS_ROWS, BUS_MEMORY -> {
                try (BusClient client = new BusClient(arguments[1])) {
                    repeat(way == Way.BUS_ROWS ? client::rows : client::mapped);
                }
            }
            default -> {
                try (Connection connection = DriverManager.getConnection(arguments[1]);
                        Statement statement = connection.createStatement()) {
                    repeat(() -> rows(statement));
                }
            }
        }
        System.exit(0);
    }

    private static void repeat(Work work) throws IOException, SQLException {
        BufferedReader in =
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        PrintStream out = new PrintStream(
                new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
        out.println("ready");
        while (in.readLine() != null) {
            ProcessMemory.reset(ProcessHandle.current().pid());
            long cpu = MeasuredProcess.processorTime();
            long begun = System.nanoTime();
            String answer = work.run();
            long ended = System.nanoTime();
            out.println(String.format(
                    Locale.ROOT,
                    "%.1f %.1f %d %s",
                    (ended - begun) / 1e6,
                    (MeasuredProcess.processorTime() - cpu) / 1e6,
                    ProcessMemory.most(ProcessHandle.current().pid()),
                    answer));
        }
    }

    /** As programs read rows: each value by a getter. */
    private static String rows(Statement statement) throws SQLException {
        long count = 0;
        long sum = 0;
        long characters = 0;
        double reals = 0;
        try (ResultSet rows = statement.executeQuery(WideTable.QUERY)) {
            while (rows.next()) {
                count++;
                int column = 1;
                for (int i = 0; i <= WideTable.COLUMNS; i++) {
                    sum += rows.getLong(column++);
                }
                for (int i = 0; i < WideTable.COLUMNS; i++) {
                    reals += rows.getDouble(column++);
                }
                for (int i = 0; i < WideTable.COLUMNS; i++) {
                    characters += rows.getString(column++).length();
                }
            }
        }
        return count + " " + sum + " " + (reals < 0 ? -1 : characters);
    }

    private static String piped(ColumnsClient client) throws IOException {
        byte[] buffer = new byte[64 << 10];
        long size = 0;
        try (InputStream stream = client.stream(WideTable.QUERY)) {
            for (int count = stream.read(buffer); count > 0; count = stream.read(buffer)) {
                size += count;
            }
        }
        return "0 " + size + " 0";
    }

    private static String mapped(ColumnsClient client) throws IOException {
        try (ColumnsResult result = client.query(WideTable.QUERY)) {
            return "0 " + result.segment().byteSize() + " 0";
        }
    }
}
