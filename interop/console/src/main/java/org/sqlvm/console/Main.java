package org.sqlvm.console;

import org.sqlvm.api.SqlvmException;

import java.io.IOException;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;

/** The command {@code sqlvm console}. */
public final class Main {
    private static final int FAILED = 1;
    private static final int MISUSED = 2;
    private static final int PORT_MAX = 65_535;
    /** The argument of a process that runs the training alone. */
    private static final String TRAIN = "--train";

    private static final String HELP = """
        usage: sqlvm console [FILE] [options]

        Opens a page in the browser for a database; without FILE, for one in memory.

          --port N       listen at this port of this machine's own network; a free one if not set
          --read-only    nothing is changed
          --file-access  statements may open other files of this machine
          --languages    notebooks run Python and JavaScript, too, which may do all that you may
          --no-browser   prints the link, and opens nothing

        A link opens the page once. Press Enter for another one.
        """;

    private final Console.Builder builder;
    private boolean opensBrowser = true;

    private Main(Console.Builder builder) {
        this.builder = builder;
    }

    /** Serves the page until the process is asked to end. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        if (List.of(arguments).equals(List.of(TRAIN))) {
            Training.run();
            return;
        }
        if (Arrays.asList(arguments).contains("--help")) {
            System.out.print(HELP);
            return;
        }
        Iterator<String> rest = Arrays.asList(arguments).iterator();
        String file =
                arguments.length > 0 && !arguments[0].startsWith("--") ? rest.next() : ":memory:";
        Main main = new Main(Console.builder(file).log(line -> {}));
        try {
            while (rest.hasNext()) {
                main.take(rest.next(), rest);
            }
        } catch (IllegalArgumentException e) {
            end(MISUSED, e.getMessage());
            return;
        }
        try {
            main.run();
        } catch (SqlvmException | IOException e) {
            end(FAILED, file + ": " + e.getMessage());
        }
    }

    private static void end(int status, String message) {
        System.err.println("sqlvm console: " + message);
        System.exit(status);
    }

    private void take(String option, Iterator<String> rest) {
        switch (option) {
            case "--port" -> builder.port(port(rest.hasNext() ? rest.next() : ""));
            case "--read-only" -> builder.readOnly(true);
            case "--file-access" -> builder.fileAccess(true);
            case "--languages" -> builder.languages(List.of(launcher(), "run"));
            case "--no-browser" -> opensBrowser = false;
            default -> throw new IllegalArgumentException("unknown option " + option);
        }
    }

    /** The path of {@code sqlvm}, which has started this. */
    private static String launcher() {
        String launcher = System.getProperty("sqlvm.launcher");
        if (launcher == null) {
            throw new IllegalArgumentException("--languages needs the command sqlvm console");
        }
        return launcher;
    }

    private static int port(String text) {
        if (text.matches("\\d{1,5}") && Integer.parseInt(text) <= PORT_MAX) {
            return Integer.parseInt(text);
        }
        throw new IllegalArgumentException("--port needs a number up to " + PORT_MAX);
    }

    private void run() throws IOException, InterruptedException {
        Console console = builder.start();
        // Runs for SIGTERM and SIGINT.
        Runtime.getRuntime()
                .addShutdownHook(Thread.ofPlatform().name("sqlvm-console-end").unstarted(() -> {
                    try (console) {
                        return;
                    } catch (IOException e) {
                        System.err.println("sqlvm console: " + e.getMessage());
                    }
                }));
        String link = console.link();
        System.out.println(link);
        Training.warmUp();
        if (opensBrowser && !open(link)) {
            System.out.println("Open this link in a browser.");
        }
        if (System.console() != null) {
            while (System.console().readLine() != null) {
                System.out.println(console.link());
            }
        }
        new CountDownLatch(1).await();
    }

    /** Whether there is a program that opens links, and it takes this one. */
    private static boolean open(String link) {
        String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        boolean hasScreen = System.getenv("DISPLAY") != null
                || System.getenv("WAYLAND_DISPLAY") != null
                || !system.contains("linux");
        if (!hasScreen) {
            return false;
        }
        List<String> command = system.contains("windows")
                ? List.of("rundll32", "url.dll,FileProtocolHandler", link)
                : List.of(system.contains("mac") ? "open" : "xdg-open", link);
        try {
            new ProcessBuilder(command)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
