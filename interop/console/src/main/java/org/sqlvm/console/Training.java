package org.sqlvm.console;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import org.sqlvm.Sqlvm;
import org.sqlvm.api.Database;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Opens a console and sends the requests of its page, so that Java may record which classes a
 * console loads. A cache of these classes makes its start and its first answers fast.
 *
 * <p>A console that has started runs the first query of the page itself, while the browser starts.
 */
final class Training {
    private static final Pattern FILE = Pattern.compile("(?:href|src)=\"(/[^\"]+)\"");
    private static final Pattern KEY = Pattern.compile("\"key\":\"([^\"]+)\"");
    /** The rounds: the first loads, the others call often. */
    private static final int ROUNDS = 20;

    private final Console console;
    private String key = "";

    private Training(Console console) {
        this.console = console;
    }

    /**
     * Runs the training on a database in a temporary folder.
     *
     * @throws IOException if a request is refused
     */
    static void run() throws IOException {
        try (UploadFolder folder = new UploadFolder()) {
            Path file = folder.file("db");
            List<String> statements = statements();
            try (Database database = Sqlvm.open(file.toString())) {
                statements.stream()
                        .filter(sql -> sql.startsWith("CREATE"))
                        .forEach(database::execute);
            }
            try (Console console = Console.builder(file.toString())
                    .stateFolder(folder.file("state"))
                    .log(line -> {})
                    .start()) {
                for (int round = 0; round < ROUNDS; round++) {
                    new Training(console).visit(statements);
                }
            }
        }
    }

    /** Loads in the background what the page's first query needs. No file is opened. */
    static void warmUp() {
        Thread.ofPlatform().name("sqlvm-console-warm-up").daemon().start(() -> {
            try (Database database = Sqlvm.open(":memory:")) {
                for (String sql : statements()) {
                    database.execute(sql);
                    if (sql.startsWith("SELECT")) {
                        return;
                    }
                }
            } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        });
    }

    private static List<String> statements() throws IOException {
        try (InputStream text = Training.class.getResourceAsStream("training.sql")) {
            return List.of(new String(text.readAllBytes(), UTF_8).split(";\n"));
        }
    }

    /** A visit of the page. */
    private void visit(List<String> statements) throws IOException {
        List<String> files = new ArrayList<>();
        var names = FILE.matcher(send("GET", "/", ""));
        while (names.find()) {
            files.add(names.group(1));
        }
        for (String file : files) {
            send("GET", file, "");
        }
        String link = console.link();
        var found = KEY.matcher(send("POST", "/login", link.substring(link.indexOf('#') + 1)));
        if (!found.find()) {
            throw new IOException("the link is refused");
        }
        key = found.group(1);
        for (String path : List.of("/facts", "/state", "/databases")) {
            send("GET", path, "");
        }
        for (String sql : statements) {
            if (!sql.startsWith("CREATE")) {
                send("POST", "/query", "{\"sql\":" + Json.quoted(sql) + "}");
            }
        }
        send("DELETE", "/query", "");
    }

    private String send(String method, String path, String body) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), console.port())) {
            String head = method + " " + path + " HTTP/1.1\r\nHost: localhost:" + console.port()
                    + "\r\nConnection: close\r\nContent-Type: application/json\r\nAccept:"
                    + " application/json\r\nAuthorization: Bearer " + key
                    + "\r\nSqlvm-Session: 0123456789abcdef\r\nContent-Length: "
                    + body.getBytes(UTF_8).length + "\r\n\r\n";
            socket.getOutputStream().write((head + body).getBytes(UTF_8));
            String answer = new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
            if (!answer.startsWith("HTTP/1.1 2") && !path.equals("/query")) {
                throw new IOException(method + " " + path + ": " + answer);
            }
            return answer;
        }
    }
}
