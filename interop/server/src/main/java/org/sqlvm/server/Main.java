package org.sqlvm.server;

import org.sqlvm.api.SqlvmException;

import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** The command {@code sqlvm serve}. */
public final class Main {
    private static final int FAILED = 1;
    private static final long IDLE_CHECK_MS = 1_000;
    private static final int MISUSED = 2;

    private Main() {}

    /** Serves until the process is asked to end. */
    public static void main(String[] arguments) throws InterruptedException {
        ServeArguments parsed;
        try {
            parsed = ServeArguments.parse(arguments);
        } catch (IllegalArgumentException | IOException e) {
            System.err.println("sqlvm serve: " + e.getMessage());
            System.exit(MISUSED);
            return;
        }
        if (parsed.wantsHelp()) {
            System.out.print(ServeArguments.HELP);
            return;
        }
        serve(parsed);
    }

    private static void serve(ServeArguments arguments) throws InterruptedException {
        SqlvmServer server = null;
        List<AutoCloseable> extensions = new ArrayList<>();
        try {
            server = arguments.builder().log(line -> log(System.err, line)).start();
            for (var extension : arguments.extensions().entrySet()) {
                extensions.add(extension.getKey().start(server, extension.getValue()));
                log(System.err, "takes clients by " + extension.getKey().option());
            }
        } catch (SqlvmException e) {
            fail(server, extensions, arguments.file() + ": " + e.getMessage());
            return;
        } catch (IOException | IllegalStateException e) {
            fail(server, extensions, e.getMessage());
            return;
        }
        IdleMemory.watch(server);
        awaitEnd(server, extensions, arguments.idleExit());
    }

    private static void fail(SqlvmServer begun, List<AutoCloseable> extensions, String message) {
        System.err.println("sqlvm serve: " + message);
        if (begun != null) {
            close(begun, extensions);
        }
        System.exit(FAILED);
    }

    private static void awaitEnd(
            SqlvmServer server, List<AutoCloseable> extensions, Duration idleExit)
            throws InterruptedException {
        CountDownLatch ended = new CountDownLatch(1);
        // Runs for SIGTERM and SIGINT.
        Runtime.getRuntime()
                .addShutdownHook(Thread.ofPlatform()
                        .name("sqlvm-server-end")
                        .unstarted(() -> close(server, extensions)));
        if (idleExit.isZero()) {
            ended.await();
        }
        awaitIdle(server, idleExit);
        log(System.err, "there has been no session for " + idleExit.toSeconds() + " s");
        System.exit(0);
    }

    /** Returns when there has been no session for so long. */
    private static void awaitIdle(SqlvmServer server, Duration time) throws InterruptedException {
        long since = System.nanoTime();
        while (System.nanoTime() - since < time.toNanos()) {
            Thread.sleep(Math.clamp(time.toMillis(), 1, IDLE_CHECK_MS));
            if (server.sessionCount() > 0) {
                since = System.nanoTime();
            }
        }
    }

    private static void close(SqlvmServer server, List<AutoCloseable> extensions) {
        try (server) {
            for (AutoCloseable extension : extensions) {
                extension.close();
            }
        } catch (Exception e) {
            log(System.err, e.getMessage());
        }
    }

    private static void log(PrintStream target, String line) {
        target.println(Instant.now().truncatedTo(ChronoUnit.MILLIS) + " sqlvm serve: " + line);
    }
}
