package org.sqlvm.server;

import org.sqlvm.server.error.ServerError;
import org.sqlvm.server.settings.Durations;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.time.Duration;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;

/** The arguments of {@code sqlvm serve}. */
final class ServeArguments {
    static final String HELP = """
        usage: sqlvm serve FILE [options]
               sqlvm serve --files --socket PATH [options]

        Serves a database in PostgreSQL's protocol, at port 5432 of this machine's own
        network if neither a socket nor any port is given. With --files, each session names
        the file that it opens, for sqlvm's own clients of the user who runs the server.

        """ + DoorOption.allHelp() + """
          --http-origin ORIGIN   pages of this origin may ask, such as https://shop.example
          --host ADDRESS         listen at this address; needs a password and TLS beyond this
                                 machine
          --tls-keystore FILE    key and certificate (PKCS #12), with --tls-password-file FILE
          --allow-plain          clients of other machines need no TLS
          --password-file FILE   lines USER:PASSWORD or PASSWORD, or with SCRAM-SHA-256$...
          --read-only            sessions change nothing
          --max-sessions N       most sessions at a time (100)
          --max-rows N           most rows of a result
          --statement-timeout T  longest time of a statement, such as 500ms, 30s, 2min
          --idle-transaction-timeout T
                                 longest time that a session leaves a transaction open and says
                                 nothing
          --send-timeout T       longest time that a client takes nothing of what it is sent
          --max-value-size BYTES most bytes of a TEXT or BLOB that is read or made (67108864)
          --buffer-size BYTES    columns that are sent at a time (65536)
          --memory-limit BYTES   most memory of sorts, groups and joins, for each session
          --file-access          sessions may open other files of this machine
          --idle-exit T          end when there has been no session for so long
        """;

    private static final String FILES = "--files";

    private SqlvmServer.Builder builder;
    private Duration idleExit = Duration.ZERO;
    private String file;
    private boolean wantsHelp;
    private Path keystore;
    private String keystorePassword = "";

    private final Map<ServerExtension, String> extensions = new LinkedHashMap<>();

    private ServeArguments() {}

    /** @throws IllegalArgumentException with what is wrong with them */
    static ServeArguments parse(String... arguments) throws IOException {
        ServeArguments parsed = new ServeArguments();
        String file = null;
        for (String argument : arguments) {
            parsed.wantsHelp |= argument.equals("--help") || argument.equals("-h");
        }
        if (parsed.wantsHelp) {
            return parsed;
        }
        Iterator<String> rest = Arrays.asList(arguments).iterator();
        if (rest.hasNext()) {
            file = rest.next();
        }
        boolean areFilesNamed = FILES.equals(file);
        if (file == null || (file.startsWith("-") && !areFilesNamed)) {
            throw new IllegalArgumentException("which database? sqlvm serve FILE [options]");
        }
        parsed.file = file;
        parsed.builder = areFilesNamed ? SqlvmServer.builderForFiles() : SqlvmServer.builder(file);
        while (rest.hasNext()) {
            parsed.take(rest.next(), rest);
        }
        if (parsed.keystore != null) {
            parsed.builder.tls(parsed.keystore, parsed.keystorePassword);
        }
        return parsed;
    }

    boolean wantsHelp() {
        return wantsHelp;
    }

    /** After how long without a session the server ends; zero for never. */
    Duration idleExit() {
        return idleExit;
    }

    /** The database, or what stands for those that sessions name. */
    String file() {
        return file;
    }

    /** Other ways to the server, with the values of their options. */
    Map<ServerExtension, String> extensions() {
        return extensions;
    }

    SqlvmServer.Builder builder() {
        return builder;
    }

    private void take(String option, Iterator<String> rest) throws IOException {
        switch (option) {
            case "--http-origin" -> builder.httpOrigin(value(option, rest));
            case "--host" -> builder.host(InetAddress.getByName(value(option, rest)));
            case "--password-file" -> readPasswords(Path.of(value(option, rest)));
            case "--tls-keystore" -> keystore = Path.of(value(option, rest));
            case "--tls-password-file" -> keystorePassword = firstLine(value(option, rest));
            case "--allow-plain" -> builder.requireTls(false);
            case "--read-only" -> builder.readOnly(true);
            case "--max-sessions" ->
                builder.maxSessions((int) number(option, rest, 1, Integer.MAX_VALUE));
            case "--max-rows" -> builder.maxRows(number(option, rest, 1, Long.MAX_VALUE));
            case "--max-value-size" ->
                builder.maxValueSize((int) number(option, rest, 0, Integer.MAX_VALUE));
            case "--statement-timeout" -> builder.statementTimeout(duration(option, rest));
            case "--idle-transaction-timeout" ->
                builder.idleTransactionTimeout(duration(option, rest));
            case "--send-timeout" -> builder.sendTimeout(duration(option, rest));
            case "--memory-limit" -> builder.memoryLimit(number(option, rest, 0, Long.MAX_VALUE));
            case "--buffer-size" ->
                builder.bufferSize((int) number(option, rest, 0, Integer.MAX_VALUE));
            case "--file-access" -> builder.fileAccess(true);
            case "--idle-exit" -> idleExit = duration(option, rest);
            default -> openDoor(option, rest);
        }
    }

    private void openDoor(String option, Iterator<String> rest) {
        for (DoorOption door : DoorOption.ALL) {
            if (door.name().equals(option)) {
                door.setting().accept(builder, value(option, rest));
                return;
            }
        }
        extend(option, rest);
    }

    private void extend(String option, Iterator<String> rest) {
        for (ServerExtension extension : ServiceLoader.load(ServerExtension.class)) {
            if (extension.option().equals(option)) {
                extensions.put(extension, value(option, rest));
                builder.withoutPort();
                return;
            }
        }
        throw new IllegalArgumentException("unknown option " + option);
    }

    private static String firstLine(String file) throws IOException {
        checkSecret(Path.of(file));
        return Files.readAllLines(Path.of(file)).stream().findFirst().orElse("");
    }

    private static String value(String option, Iterator<String> rest) {
        if (!rest.hasNext()) {
            throw new IllegalArgumentException(option + " needs a value");
        }
        return rest.next();
    }

    private static long number(String option, Iterator<String> rest, long min, long max) {
        return number(option, value(option, rest), min, max);
    }

    /**
     * @throws IllegalArgumentException unless the text is a number from {@code min} to {@code max}
     */
    static long number(String option, String text, long min, long max) {
        try {
            long number = Long.parseLong(text);
            if (number >= min && number <= max) {
                return number;
            }
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(option + " needs a number, not " + text, e);
        }
        throw new IllegalArgumentException(option + " is out of range: " + text);
    }

    private static Duration duration(String option, Iterator<String> rest) {
        try {
            return Duration.ofMillis(Durations.millis(option, value(option, rest)));
        } catch (ServerError e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    /** A line without a user is the password of all others. */
    private void readPasswords(Path file) throws IOException {
        checkSecret(file);
        boolean isEmpty = true;
        for (String line : Files.readAllLines(file)) {
            String text = line.strip();
            int colon = text.startsWith("SCRAM-SHA-256$") ? -1 : text.indexOf(':');
            if (text.isEmpty() || text.startsWith("#")) {
                continue;
            }
            isEmpty = false;
            if (colon < 0) {
                builder.password(text);
            } else {
                builder.password(text.substring(0, colon), text.substring(colon + 1));
            }
        }
        if (isEmpty) {
            throw new IllegalArgumentException("there is no password in " + file);
        }
    }

    /** Refuses a file with a password that all users of the machine may read, or write. */
    private static void checkSecret(Path file) throws IOException {
        PosixFileAttributeView view =
                Files.getFileAttributeView(file, PosixFileAttributeView.class);
        if (view == null) {
            return; // Rights are something else on this system.
        }
        Set<PosixFilePermission> rights = view.readAttributes().permissions();
        if (rights.contains(PosixFilePermission.OTHERS_READ)
                || rights.contains(PosixFilePermission.OTHERS_WRITE)) {
            throw new IllegalArgumentException(
                    "all users may read or write " + file + ": try chmod 600 " + file);
        }
    }
}
