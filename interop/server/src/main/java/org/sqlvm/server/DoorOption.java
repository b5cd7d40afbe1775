package org.sqlvm.server;

import org.sqlvm.server.http.MetricsDoor;
import org.sqlvm.server.session.Door;

import java.nio.file.Path;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;

/**
 * An option of {@code sqlvm serve} that opens a {@link Door} of the server. Each door of this jar
 * has a line in {@link #ALL}; one of another jar is a {@link ServerExtension}.
 *
 * @param value the name of its value in the help
 * @param help the help text, in lines that fit beside the option
 * @param setting opens the door at the given value
 */
record DoorOption(
        String name, String value, String help, BiConsumer<SqlvmServer.Builder, String> setting) {

    static final List<DoorOption> ALL = List.of(
            atPath(
                    "--socket",
                    "listen at a Unix socket; in a folder it is called .s.PGSQL.PORT",
                    SqlvmServer.Builder::socket),
            atPort(
                    "--port",
                    "listen at this port; 0 for one that is free",
                    SqlvmServer.Builder::port),
            atPath(
                    "--columns-socket",
                    "give results as columns in memory files or pipes, to processes\n"
                            + "of the same user",
                    SqlvmServer.Builder::columnsSocket),
            atPort(
                    "--http-port",
                    "answer POST /query by HTTP at this port, with TLS by HTTPS",
                    SqlvmServer.Builder::httpPort),
            atPort(
                    "--metrics-port",
                    "counts at http://localhost:N/metrics, in OpenMetrics' format",
                    (builder, port) ->
                            builder.door(MetricsDoor.class, () -> new MetricsDoor(port))));

    /** Blanks up to where the help of an option begins. */
    private static final int INDENT = 25;

    private static DoorOption atPort(
            String name, String help, BiConsumer<SqlvmServer.Builder, Integer> setting) {
        return new DoorOption(
                name,
                "N",
                help,
                (builder, text) -> setting.accept(
                        builder, (int) ServeArguments.number(name, text, 0, 65_535)));
    }

    private static DoorOption atPath(
            String name, String help, BiConsumer<SqlvmServer.Builder, Path> setting) {
        return new DoorOption(
                name, "PATH", help, (builder, text) -> setting.accept(builder, Path.of(text)));
    }

    /** The lines of all of them. */
    static String allHelp() {
        return ALL.stream()
                .map(option -> "  %-23s%s\n"
                        .formatted(
                                option.name() + " " + option.value(),
                                option.help().replace("\n", "\n" + " ".repeat(INDENT))))
                .collect(Collectors.joining());
    }
}
