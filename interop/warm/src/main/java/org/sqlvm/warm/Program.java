package org.sqlvm.warm;

import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Engine;
import org.graalvm.polyglot.EnvironmentAccess;
import org.graalvm.polyglot.HostAccess;
import org.graalvm.polyglot.Source;
import org.graalvm.polyglot.io.ProcessHandler;
import org.sqlvm.columns.Descriptor;
import org.sqlvm.language.ClientTerminal;
import org.sqlvm.language.Surroundings;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * A client's program: its surroundings, and the contexts that it has made, which end with it. The
 * thread that runs it is its own.
 */
final class Program implements Surroundings {
    /**
     * The Java that a program sees: all but Java's own process, which it could halt. An engine's
     * contexts have one object of it.
     */
    static final HostAccess JAVA =
            HostAccess.newBuilder(HostAccess.ALL).denyAccess(Runtime.class).build();

    /** The program of a thread, and of the threads that it starts. */
    private static final InheritableThreadLocal<Program> CURRENT = new InheritableThreadLocal<>();

    /** The names of the standard streams as files, which are those of the process. */
    private static final List<String> STREAMS = List.of("/dev/stdin", "/dev/stdout", "/dev/stderr");

    private static final Pattern STREAM =
            Pattern.compile("/(?:dev|proc/self|proc/thread-self)/fd/([0-2])");

    /** How often, and how long, a command's own commands are waited for. */
    private static final int STARTS_MAX = 5;

    private static final long START_NS = 20_000_000;

    /** The launcher sets it for programs in Python alone. */
    private static final String PYTHON = "SQLVM_PYTHON";

    private final Engine engine;
    private final Request request;
    private final Map<String, String> environment;
    private final List<PassedStream> streams = new ArrayList<>();

    /** Null if the program has none. */
    private final ProgramTerminal terminal;

    private final List<Context> contexts = Collections.synchronizedList(new ArrayList<>());
    private final Queue<Process> processes = new ConcurrentLinkedQueue<>();
    private final Turns reads;
    private final Turns writes;
    private final InputStream in;
    private final OutputStream out;
    private final OutputStream error;

    /** Takes the program's own text. */
    private final Consumer<Source> texts;

    private final long startedNs = System.nanoTime();

    /** Null before it runs. */
    private volatile Thread thread;

    private volatile boolean isEnded;

    /** Null before the end: the first of several says it, the program's own or another. */
    private final AtomicReference<Integer> exitCode = new AtomicReference<>();

    /** @param client null for a program without one, which has no terminal */
    Program(
            Engine engine,
            Request request,
            Map<String, String> added,
            Consumer<Source> texts,
            Client client) {
        this.engine = engine;
        this.texts = texts;
        this.request = request;
        environment = new LinkedHashMap<>(request.environment());
        environment.putAll(added);
        if (Language.of(request.arguments()) != Language.PYTHON) {
            environment.computeIfPresent(
                    PYTHON, (name, value) -> request.environment().get(name));
        }
        reads = new Turns(client, Client.READS);
        writes = new Turns(client, Client.WRITES);
        for (Descriptor stream : request.streams()) {
            streams.add(
                    isTerminal(streams.size())
                            ? new PassedStream(stream, reads, writes)
                            : new PassedStream(stream));
        }
        terminal =
                isTerminal(0) && isTerminal(1) ? new ProgramTerminal(streams.get(0), client) : null;
        in = streams.get(0).input();
        out = streams.get(1).output();
        error = streams.get(2).output();
    }

    /** Runs the program; returns its exit code. */
    int run() {
        CURRENT.set(this);
        thread = Thread.currentThread();
        int code = Language.of(request.arguments()).run(request.arguments(), this);
        exitCode.compareAndSet(null, code);
        return exitCode.get();
    }

    /** The calling thread, which has run a program, belongs to none. */
    static void leave() {
        CURRENT.remove();
    }

    /** Returns the program that the calling thread belongs to; null if to none. */
    static Program current() {
        return CURRENT.get();
    }

    /** Takes an answer of the client; returns false for what is none. */
    boolean answer(int sent) {
        switch (sent) {
            case Client.MAY_READ, Client.MAY_NOT_READ -> reads.answer(sent == Client.MAY_READ);
            case Client.MAY_WRITE -> writes.answer(true);
            default -> {
                return false;
            }
        }
        return true;
    }

    /** Takes a signal; returns false if the program does not, which ends it. */
    boolean take(int signal) {
        if (terminal != null && terminal.handle(signal)) {
            if (signal == Client.INTERRUPT) {
                processes.forEach(Program::interrupt);
            }
            return true;
        }
        if (signal == ClientTerminal.CONTINUE || signal == ClientTerminal.WINDOW) {
            return true;
        }
        return Language.of(request.arguments()) == Language.PYTHON
                && !contexts.isEmpty()
                && GuestSignals.send(contexts.getFirst(), thread, signal);
    }

    /** The client has gone. */
    void lose() {
        if (terminal != null) {
            terminal.lose();
        }
    }

    /** Returns the threads that it has started, and its own. */
    List<Thread> threads() {
        ThreadGroup group = thread == null ? null : thread.getThreadGroup();
        if (group == null) {
            return List.of(); // It has not begun, or has ended.
        }
        Thread[] found = new Thread[2 * group.activeCount() + 1];
        return Arrays.asList(found).subList(0, group.enumerate(found));
    }

    /** The time at which it was made, of {@link System#nanoTime}. */
    long startedNs() {
        return startedNs;
    }

    /** Gives it the error for a lack of memory, which it may handle. */
    void fail() {
        boolean isFailed = switch (Language.of(request.arguments())) {
            case PYTHON ->
                !contexts.isEmpty() && GuestSignals.failMemory(contexts.getFirst(), thread);
            case SHELL -> !contexts.isEmpty() && GuestSignals.failHeap(contexts.getFirst(), thread);
            // Its contexts are not entered by another thread.
            case JAVASCRIPT -> false;
        };
        if (!isFailed) {
            endWithoutMemory();
        }
    }

    /**
     * Ends it for a lack of memory, unless it has come to its own end meanwhile. Does not wait: its
     * threads may take long to come to a safepoint while the heap is full.
     */
    void endWithoutMemory() {
        Thread.ofPlatform().name("end").daemon().start(() -> {
            if (exitCode.compareAndSet(null, 1)) {
                isEnded = true;
                boolean isScript = Language.of(request.arguments()) == Language.JAVASCRIPT;
                report(isScript ? "Uncaught 'Java heap space'" : "sqlvm: out of memory");
                end(1);
            }
        });
    }

    /** Returns whether it has been ended before its own end. */
    boolean isEnded() {
        return isEnded;
    }

    /** The exit code of a program that has been ended. */
    int exitCode() {
        return exitCode.get();
    }

    /**
     * Ends the program, whatever it does: code of a language at its next safepoint, reads and
     * writes of its streams soon. May wait for the program's threads.
     *
     * @param code its exit code, unless it has one already
     */
    void end(int code) {
        exitCode.compareAndSet(null, code);
        isEnded = true;
        streams.forEach(PassedStream::end);
        // A terminal's signals do not reach them, since they are not of the client's group.
        processes.forEach(Program::destroy);
        close();
        Thread sleeping = thread;
        if (sleeping != null) {
            // It may wait outside of its context, as JavaScript does for its timers.
            sleeping.interrupt();
        }
    }

    /**
     * Ends a command and what it has started. A shell that has just begun is given time to start
     * its own command, which could not be found after the shell's end.
     */
    private static void destroy(Process command) {
        for (int i = 0; i < STARTS_MAX && command.isAlive() && hasStartedNothing(command); i++) {
            LockSupport.parkNanos(START_NS);
        }
        List<ProcessHandle> started = command.descendants().toList();
        command.destroy();
        started.forEach(ProcessHandle::destroy);
    }

    /** Sends a command and what it has started the interrupt, which a terminal would send. */
    private static void interrupt(Process command) {
        if (!command.isAlive()) {
            return;
        }
        List<String> kill = new ArrayList<>(List.of("kill", "-INT", Long.toString(command.pid())));
        command.descendants().forEach(started -> kill.add(Long.toString(started.pid())));
        try {
            new ProcessBuilder(kill).start();
        } catch (IOException e) {
            destroy(command);
        }
    }

    private static boolean hasStartedNothing(Process command) {
        return command.children().findAny().isEmpty();
    }

    /**
     * Gives up the contexts of a program whose thread is lost: they cannot be closed, since they
     * wait for it. Their objects are garbage then; their files stay open.
     */
    void abandon() {
        isEnded = true;
        contexts.clear();
        processes.forEach(Process::destroy);
    }

    /** Ends the contexts with all their threads, files and locks. */
    void close() {
        for (Context context : List.copyOf(contexts)) {
            context.close(true);
        }
    }

    @Override
    public void keep(Source source) {
        texts.accept(source);
    }

    @Override
    public void exit(int code) {
        end(code);
    }

    @Override
    public void signal(int number) {
        // Not on the program's thread, which is to act, or is ended.
        Thread.ofPlatform().name("signal").daemon().start(() -> {
            if (!take(number)) {
                end(Client.SIGNALLED + number);
            }
        });
    }

    @Override
    public boolean isOwnProcess() {
        return false;
    }

    @Override
    public Path folder() {
        return request.folder();
    }

    @Override
    public Path path(String name) {
        Path path = folder().resolve(name);
        Matcher numbered = STREAM.matcher(path.toString());
        int number = numbered.matches()
                ? Integer.parseInt(numbered.group(1))
                : STREAMS.indexOf(path.toString());
        return number < 0 ? path : streams.get(number).path();
    }

    @Override
    public Map<String, String> environment() {
        return Collections.unmodifiableMap(environment);
    }

    @Override
    public InputStream in() {
        return in;
    }

    @Override
    public OutputStream out() {
        return out;
    }

    @Override
    public OutputStream error() {
        return error;
    }

    @Override
    public boolean isTerminal(int stream) {
        return (request.terminals() >> stream & 1) != 0;
    }

    @Override
    public ClientTerminal terminal() {
        return terminal;
    }

    @Override
    public Context context(
            Map<String, String> engineOptions,
            UnaryOperator<Context.Builder> more,
            String... languages) {
        Context.Builder builder = Context.newBuilder(languages)
                .engine(engine)
                .allowAllAccess(true)
                .allowHostAccess(JAVA)
                .allowHostClassLookup(name -> !name.equals(Runtime.class.getName()))
                .allowExperimentalOptions(true)
                .allowEnvironmentAccess(EnvironmentAccess.NONE)
                .environment(environment)
                .currentWorkingDirectory(folder())
                .processHandler(this::start)
                .in(in)
                .out(out)
                .err(error);
        Context context = more.apply(builder).build();
        contexts.add(context);
        if (isEnded) {
            context.close(true);
        }
        return context;
    }

    @Override
    public Process start(ProcessBuilder command, int... inherited) throws IOException {
        command.environment().clear();
        command.environment().putAll(environment);
        return started(command, inherited);
    }

    /** Starts a command of a language, whose streams would be those of the resident process. */
    private Process start(ProcessHandler.ProcessCommand command) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command.getCommand());
        builder.environment().clear();
        builder.environment().putAll(command.getEnvironment());
        String directory = command.getDirectory();
        builder.directory(directory == null ? folder().toFile() : new File(directory));
        builder.redirectErrorStream(command.isRedirectErrorStream());
        List<ProcessHandler.Redirect> redirects = List.of(
                command.getInputRedirect(),
                command.getOutputRedirect(),
                command.getErrorRedirect());
        int[] inherited = IntStream.range(0, redirects.size())
                .filter(number -> redirects.get(number).equals(ProcessHandler.Redirect.INHERIT))
                .filter(number -> number < 2 || !command.isRedirectErrorStream())
                .toArray();
        return started(builder, inherited);
    }

    /** The command's streams are the client's, by another open of what is no regular file. */
    private Process started(ProcessBuilder command, int... inherited) throws IOException {
        InputStream fed = null;
        List<CopiedProcess.Copy> copies = new ArrayList<>();
        for (int number : inherited) {
            PassedStream stream = streams.get(number);
            File file = stream.path().toFile();
            if (number == 0) {
                fed = fedFrom(stream, command);
            } else if (stream.isRegular()) {
                copies.add(new CopiedProcess.Copy(number, number == 1 ? out : error));
            } else if (number == 1) {
                command.redirectOutput(file);
            } else {
                command.redirectError(file);
            }
        }
        Process started;
        try {
            started = command.start();
        } catch (IOException e) {
            if (fed != null) {
                fed.close();
            }
            throw e;
        }
        processes.add(started);
        if (fed != null) {
            InputStream rest = fed;
            Thread.ofPlatform().daemon().start(() -> feed(started, rest));
        }
        if (isEnded) {
            destroy(started);
        }
        return copies.isEmpty() && fed == null
                ? started
                : new CopiedProcess(started, copies, fed != null);
    }

    /**
     * Gives a command the client's input. Another open of a file begins at its start, so that of
     * one that has been read in part the rest is fed through a pipe. The program may read that
     * rest, too, also if the command has.
     *
     * @return the rest; null if the command has opened the input
     */
    private static InputStream fedFrom(PassedStream stream, ProcessBuilder command)
            throws IOException {
        long position = stream.isRegular() ? stream.position() : 0;
        if (position == 0) {
            command.redirectInput(stream.path().toFile());
            return null;
        }
        FileInputStream rest = new FileInputStream(stream.path().toFile());
        rest.getChannel().position(position);
        return rest;
    }

    private static void feed(Process command, InputStream rest) {
        try (rest;
                OutputStream target = command.getOutputStream()) {
            rest.transferTo(target);
        } catch (IOException e) {
            // The command has ended, or does not read.
        }
    }
}
