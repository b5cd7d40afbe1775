package org.sqlvm.warm;

import org.graalvm.polyglot.Engine;
import org.graalvm.polyglot.Source;
import org.sqlvm.columns.Descriptor;
import org.sqlvm.language.ClientTerminal;
import org.sqlvm.python.SharedSources;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Deque;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * The process that stays: takes requests of its user's clients at a Unix socket, and runs each
 * program on a thread of its own. It retires, which means that it takes no more and ends with its
 * last program, when it is told to, has been idle for long, has too much on its heap, or has a
 * program that cannot be ended. The next client starts another.
 */
final class Resident {
    /** Enough for the thousand calls that Python nests, as in a process of its own: -Xss16m. */
    private static final long STACK_SIZE = 16L << 20;

    /** The time between the end of the last program and a collection that returns memory. */
    private static final Duration SETTLE = Duration.ofSeconds(5);

    /** How often connections are looked at, if there are any, and if there are none. */
    private static final Duration LOOK = Duration.ofMillis(100);

    private static final Duration REST = Duration.ofSeconds(1);

    /** More looks than this fail one after the other only if nothing gives memory back. */
    private static final int FAILURES_MAX = 10;

    /** The time without programs before the training begins or goes on. */
    private static final Duration TRAINING_PAUSE = Duration.ofSeconds(1);

    private static final int TEXTS_MAX = 100;

    /** A garbage collection of a busy process is not much sooner than this after the one before. */
    private static final long COLLECT_MS = 50;

    /** The live bytes of an idle heap above which another process is better. */
    private static final long IDLE_HEAP_MAX = 500L << 20;

    private final Path path;
    private final String facts;
    private final Map<String, String> added;
    private final Duration idleMax;
    private final Descriptor door;
    private final Engine engine;
    private final SharedSources sources;
    private final ContextSizes sizes;
    private final Training training;
    /** The texts of the last programs. */
    private final Deque<Source> texts = new ConcurrentLinkedDeque<>();

    private final int user;
    private final Set<Connection> connections = ConcurrentHashMap.newKeySet();
    private final Map<Program, Connection> running = new ConcurrentHashMap<>();
    private final MemoryWatch memory;
    private final AtomicLong served = new AtomicLong();
    private final long startedNs = System.nanoTime();
    private volatile long idleSinceNs = System.nanoTime();
    private volatile boolean isSettled;
    private volatile boolean isRetired;
    /** Whether its programs are to end, those too that were being taken when it was told. */
    private volatile boolean isStopped;

    /**
     * Listens at a socket.
     *
     * @param facts the facts of the process that a client must share
     * @param added variables that the launcher would set for a program
     */
    Resident(Path path, String facts, Map<String, String> added, Duration idleMax, Engine engine)
            throws IOException {
        this.path = path;
        this.facts = facts;
        this.added = added;
        this.idleMax = idleMax;
        this.engine = engine;
        this.sources = new SharedSources(engine);
        this.sizes = ContextSizes.of(engine);
        this.training = new Training(engine, sources, added);
        this.memory = new MemoryWatch(running.keySet(), sizes);
        user = Descriptor.ownUser();
        SocketFolder.check(path.getParent(), user);
        Files.deleteIfExists(path);
        door = Descriptor.listen(path.toString());
    }

    /** Takes requests until the process retires, and waits for the last program. */
    void run() throws IOException {
        Thread.ofPlatform().name("rest").daemon().start(this::rest);
        memory.start();
        while (!isRetired) {
            takeClient();
        }
        door.close(); // Those that have connected and were not taken hear of it.
        long endingNs = System.nanoTime();
        while (!running.isEmpty() && System.nanoTime() - endingNs < Connection.END_MAX.toNanos()) {
            pause(LOOK);
            try {
                for (Connection connection : running.values()) {
                    endingNs = connection.isEnding() ? endingNs : System.nanoTime();
                }
            } catch (OutOfMemoryError e) {
                // The next look is soon.
            }
        }
        memory.end();
    }

    /** Sleeps, which {@link Thread#sleep} does not when the heap is full. */
    private static void pause(Duration time) {
        LockSupport.parkNanos(time.toNanos());
    }

    /**
     * Waits for a client, and serves it on a thread of its own. A client that comes while programs
     * have filled the heap is sent away, and runs its program in a process of its own.
     */
    private void takeClient() throws IOException {
        Descriptor socket = null;
        Connection connection = null;
        try {
            socket = door.accept();
            Connection taken = new Connection(socket);
            connection = taken;
            connections.add(taken);
            // The group of all threads that the program starts.
            taken.start(Thread.ofPlatform()
                    .group(new ThreadGroup("program"))
                    .name("program")
                    .stackSize(STACK_SIZE)
                    .unstarted(() -> serve(taken)));
        } catch (IOException e) {
            if (!isRetired) {
                throw e;
            }
        } catch (OutOfMemoryError e) {
            if (connection != null) {
                connections.remove(connection);
            }
            if (socket != null) {
                Connection.close(socket);
            }
            pause(LOOK);
        }
    }

    /**
     * Takes no more programs; those that run go on.
     *
     * @param reason is written to the process's log
     */
    void retire(String reason) {
        if (isRetired) {
            return;
        }
        isRetired = true;
        Main.log("takes no more programs: " + reason);
        try {
            Files.deleteIfExists(path);
        } catch (IOException e) {
            // The next client finds a socket without a listener, and starts another process.
        }
        door.shutdown();
    }

    /** Serves a client. The connection stays in the set if that fails where it may not. */
    private void serve(Connection connection) {
        try {
            if (connection.client().isOf(user)) {
                answer(connection, connection.receive());
            }
        } catch (IOException e) {
            // The client has gone, or is none.
        } catch (OutOfMemoryError e) {
            connection.client().refuse(); // Unless its program has ended.
        } finally {
            connection.closeStreams();
            connection.closeSocket();
            connections.remove(connection);
        }
    }

    private void answer(Connection connection, Request request) throws IOException {
        Client client = connection.client();
        switch (request.kind()) {
            case "run" -> {
                if (isRetired || memory.isFull() || !request.facts().equals(facts)) {
                    client.refuse();
                } else {
                    run(connection, request);
                }
            }
            case "status" -> {
                new PassedStream(request.streams().get(1))
                        .output()
                        .write(status().getBytes(StandardCharsets.UTF_8));
                connection.closeStreams();
                client.end(0);
            }
            case "stop" -> {
                isStopped = true;
                retire("it was told to stop");
                running.values().forEach(Resident::terminate);
                client.end(0);
            }
            default -> client.refuse();
        }
    }

    private void run(Connection connection, Request request) throws IOException {
        Client client = connection.client();
        Program program = new Program(engine, request, added, this::keep, client);
        connection.setProgram(program);
        client.accept();
        isSettled = false;
        running.put(program, connection);
        Thread signals = null;
        int code = 1;
        try {
            if (isStopped) {
                terminate(connection);
            }
            training.stop();
            Thread.ofPlatform().name("sources").daemon().start(() -> keepSources(program));
            signals = Thread.ofPlatform().name("signals").daemon().start(() -> listen(connection));
            code = program.run();
        } catch (Throwable thrown) {
            if (program.isEnded()) {
                code = program.exitCode();
            } else {
                program.report("sqlvm: " + thrown);
                thrown.printStackTrace();
            }
        } finally {
            try {
                close(connection, code);
            } finally {
                running.remove(program);
                served.incrementAndGet();
                idleSinceNs = System.nanoTime();
                client.shutdown();
                join(signals);
            }
        }
    }

    /**
     * Frees what a program has, and tells its client; also when the heap is full. The streams are
     * the client's alone when it ends.
     */
    private void close(Connection connection, int code) {
        connection.end(code);
        try {
            sources.programEnded();
            connection.program().close();
            connection.closeStreams();
        } finally {
            connection.client().end(code);
        }
    }

    private static void terminate(Connection connection) {
        int code = Client.SIGNALLED + 15;
        connection.end(code);
        Thread.ofPlatform().daemon().start(() -> connection.program().end(code));
    }

    /** Keeps the text of a program, and with it its code, for those that run it again. */
    private void keep(Source text) {
        texts.remove(text);
        texts.addFirst(text);
        while (texts.size() > TEXTS_MAX) {
            texts.pollLast();
        }
    }

    /** Keeps the code of modules while a program runs: garbage collections take it away. */
    private void keepSources(Program program) {
        try {
            while (running.containsKey(program)) {
                sources.collect();
                Thread.sleep(COLLECT_MS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** @param thread null if the heap was too full to start it */
    private static void join(Thread thread) {
        if (thread == null) {
            return;
        }
        try {
            Thread.interrupted(); // A cancelled context may have interrupted its threads.
            thread.join(Connection.END_MAX.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Gives a program what its client sends, until the client has gone or the program has ended.
     */
    private void listen(Connection connection) {
        Client client = connection.client();
        Program program = connection.program();
        int sent = client.next();
        while (running.containsKey(program) && sent != Client.GONE) {
            if (!program.answer(sent)) {
                int signal = sent;
                // A program that waits for an answer takes no signal before.
                Thread.ofPlatform().name("signal").daemon().start(() -> signal(connection, signal));
            }
            sent = client.next();
        }
        if (running.containsKey(program)) {
            program.lose();
            end(connection, Client.SIGNALLED + Client.HANG_UP);
        }
    }

    private static void signal(Connection connection, int signal) {
        if (!connection.program().take(signal)) {
            end(connection, Client.SIGNALLED + signal);
        } else if (signal != ClientTerminal.CONTINUE && signal != ClientTerminal.WINDOW) {
            connection.client().handled();
        }
    }

    /** A program's end frees its locks, and only then its client ends, unless that takes long. */
    private static void end(Connection connection, int code) {
        connection.end(code);
        connection.program().end(code);
    }

    /** Ends a program that has called {@code System.exit}; its thread never comes back. */
    void exit(Program program, int code) {
        retire("a program has called System.exit");
        Connection connection = running.get(program);
        if (connection != null) {
            connection.end(code);
            connection.client().end(code);
        }
        Thread.ofPlatform().daemon().start(() -> program.end(code));
    }

    /** Returns a running program; null if there is none. */
    Program anyProgram() {
        return running.keySet().stream().findAny().orElse(null);
    }

    /**
     * The thread that looks after connections, and that returns memory and ends the process while
     * no program runs. It has nothing to do with programs, and goes on when they fill the heap.
     */
    private void rest() {
        int failures = 0;
        boolean isDone = false;
        while (!isDone) {
            pause(connections.isEmpty() ? REST : LOOK);
            try {
                connections.forEach(this::look);
                long idleNs = System.nanoTime() - idleSinceNs;
                if (!isRetired && running.isEmpty() && idleNs >= SETTLE.toNanos()) {
                    rest(idleNs);
                }
                if (isRetired) {
                    door.shutdown(); // Who retired may have lacked memory for it.
                }
                isDone = isRetired && connections.isEmpty();
                failures = 0;
            } catch (OutOfMemoryError | InternalError e) {
                // The JVM throws the latter for want of memory, too.
                failures++;
                if (failures > FAILURES_MAX) {
                    Runtime.getRuntime().halt(1); // Its clients hear of it.
                }
            }
        }
    }

    private void look(Connection connection) {
        Program program = connection.program();
        boolean isRunning = program != null && running.containsKey(program);
        if (connection.isLost()) {
            if (program != null) {
                program.abandon();
                running.remove(program);
            }
            retire("a thread has failed for want of memory");
            connection.closeLost();
            connections.remove(connection);
        } else if (connection.isOverdue() && isRunning) {
            retire("a program has not ended");
        }
    }

    private void rest(long idleNs) {
        if (!isSettled) {
            isSettled = true;
            System.gc();
            NativeMemory.trim();
            if (usedHeap() > IDLE_HEAP_MAX) {
                retire((usedHeap() >> 20) + " MB are in use without a program");
            }
        }
        if (idleNs > idleMax.toNanos()) {
            retire("no program has run for " + idleMax.toMinutes() + " minutes");
        } else if (!Files.exists(path)) {
            retire("its socket is gone");
        }
    }

    /**
     * Starts the training, which runs while there is nothing else to do.
     *
     * @param budget the processor time that it may take; of all threads, since most of it is spent
     *     by those that compile
     * @param isPolite whether it waits while other processes keep the processors busy
     */
    void train(Duration budget, boolean isPolite) {
        training.plan(Integer.MAX_VALUE);
        Thread.ofPlatform().name("training").daemon().stackSize(STACK_SIZE).start(() -> {
            ProcessorLoad load = new ProcessorLoad();
            long endNs = load.totalNs() + budget.toNanos();
            while (!isRetired && !training.isDone()) {
                try {
                    long nowNs = load.totalNs();
                    long lateNs = endNs;
                    if (nowNs >= endNs) {
                        training.finish();
                        isSettled = false;
                    } else if (!isFree() || (isPolite && load.isHighElsewhere())) {
                        Thread.sleep(TRAINING_PAUSE.toMillis());
                        // The time of clients' programs is not the training's.
                        endNs += isFree() ? 0 : load.totalNs() - nowNs;
                    } else if (training.runNext(
                            () -> running.isEmpty() && load.totalNs() < lateNs)) {
                        isSettled = false;
                        idleSinceNs = System.nanoTime() - TRAINING_PAUSE.toNanos();
                    }
                } catch (InterruptedException e) {
                    // By the end of a program that has been stopped.
                } catch (IOException e) {
                    e.printStackTrace();
                    return;
                }
            }
        });
    }

    private boolean isFree() {
        long idleNs = System.nanoTime() - idleSinceNs;
        return running.isEmpty() && idleNs >= TRAINING_PAUSE.toNanos();
    }

    private static long usedHeap() {
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }

    private String status() {
        Runtime runtime = Runtime.getRuntime();
        Duration age = Duration.ofNanos(System.nanoTime() - startedNs);
        return String.format(
                Locale.ROOT,
                """
                resident       process %d, for %d minutes
                socket         %s
                programs       %d running, %d ended
                training       %s
                heap           %d MB used, %d MB reserved
                ends           after %d minutes without a program
                """,
                ProcessHandle.current().pid(),
                age.toMinutes(),
                path,
                running.size(),
                served.get(),
                training.state(),
                usedHeap() >> 20,
                runtime.totalMemory() >> 20,
                idleMax.toMinutes());
    }
}
