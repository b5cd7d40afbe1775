package org.sqlvm.warm.faults;

import org.sqlvm.build.CommandLine;
import org.sqlvm.build.CommandLine.MisuseException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Runs programs that fail through one resident process, and compares each with a process of its
 * own, and the resident process at the end with what it was.
 */
final class Main {
    private static final String USAGE = """
        usage: ./sqlvm faults [--programs N] [--at-once N] [--seed N] [--only PATTERN]
        Runs N programs that fail in all ways through one resident process (default: 100, eight
        at once), and compares each with a process of its own. --only chooses kinds of programs
        by a part of their names.
        """;

    private static final int PROGRAMS = 100;
    private static final int AT_ONCE = 8;

    /** Threads of compilers and collectors come and go. */
    private static final int THREADS_MAX = 6;

    /** Compiled code, and what GraalPy keeps of closed contexts. */
    private static final int HEAP_MAX_MB = 400;

    private static final long SETTLE_MS = 8_000;

    /** Programs between two lines that say how far the run has come. */
    private static final int REPORTED = 50;

    /** The bit of the signal INT in a mask. */
    private static final long INTERRUPT = 1 << 1;

    private static final Pattern STATUS =
            Pattern.compile("(?s)process (\\d+).*ended.* (\\d+) MB used");

    private final Launcher launcher;
    private final Map<String, Faulty.Ended> expected = new ConcurrentHashMap<>();
    private final List<String> differences = Collections.synchronizedList(new ArrayList<>());
    private final Map<String, AtomicLong> times = new ConcurrentHashMap<>();
    private final AtomicInteger count = new AtomicInteger();

    private Main(Launcher launcher) {
        this.launcher = launcher;
    }

    /** The resources of a process. */
    private record State(long process, List<String> files, long threads, long locks, long heapMb) {
        @Override
        public String toString() {
            return "process %d, %d descriptors, %d threads, %d locks, %d MB"
                    .formatted(process, files.size(), threads, locks, heapMb);
        }
    }

    /** Prints the seed first, by which a run can be repeated. */
    public static void main(String[] arguments) throws Exception {
        System.exit(CommandLine.run(USAGE, arguments, System.out, System.err, Main::run));
    }

    private static boolean run(CommandLine line) throws Exception {
        int programs = line.count("--programs", PROGRAMS);
        int atOnce = line.count("--at-once", AT_ONCE);
        long seed = line.number("--seed", System.nanoTime());
        Pattern only = line.pattern("--only", "");
        List<Faulty> kinds = Faulty.ALL.stream()
                .filter(kind -> only.matcher(kind.name()).find())
                .toList();
        if (kinds.isEmpty()) {
            throw new MisuseException("--only: no program has such a name");
        }
        if (line.words().size() > 1) {
            throw new MisuseException("unknown argument " + line.words().get(1));
        }
        if (ignoresInterrupts()) {
            throw new MisuseException("the signal INT is ignored here, as in a shell's background"
                    + " job, and programs would ignore it, too");
        }
        System.out.printf("seed %d, %d programs, %d at once%n", seed, programs, atOnce);
        Path folder = Files.createTempDirectory("faults");
        try (Launcher launcher = new Launcher(Path.of(line.words().getFirst()), folder)) {
            return new Main(launcher).run(kinds, programs, atOnce, new Random(seed));
        }
    }

    /** Whether the process ignores the signal INT; its children inherit that. */
    private static boolean ignoresInterrupts() throws IOException {
        try (Stream<String> lines = Files.lines(Path.of("/proc/self/status"))) {
            return lines.filter(line -> line.startsWith("SigIgn:"))
                    .map(line -> line.substring("SigIgn:".length()).strip())
                    .anyMatch(mask -> (Long.parseUnsignedLong(mask, 16) & INTERRUPT) != 0);
        }
    }

    private boolean run(List<Faulty> kinds, int programs, int atOnce, Random random)
            throws Exception {
        launcher.warm("start");
        try (ExecutorService pool = Executors.newFixedThreadPool(atOnce)) {
            List<Callable<Void>> firsts = new ArrayList<>();
            for (Faulty kind : kinds) {
                firsts.add(() -> {
                    expected.put(kind.name(), launcher.run(kind, false));
                    return compare(kind); // Its code is loaded before the first state.
                });
            }
            await(pool.invokeAll(firsts));
            State before = state();
            times.clear();
            List<Callable<Void>> runs = new ArrayList<>();
            for (int i = 0; i < programs; i++) {
                Faulty kind = kinds.get(random.nextInt(kinds.size()));
                runs.add(() -> compare(kind));
            }
            await(pool.invokeAll(runs));
            State after = state();
            new TreeMap<>(times)
                    .forEach((name, ms) -> System.out.printf("%8d ms  %s%n", ms.get(), name));
            System.out.println("before  " + before + "\nafter   " + after);
            compare(before, after);
        } finally {
            launcher.warm("stop");
        }
        differences.forEach(System.out::println);
        System.out.println(
                differences.isEmpty() ? "nothing differs" : differences.size() + " differ");
        return differences.isEmpty();
    }

    private static void await(List<Future<Void>> runs) throws Exception {
        for (Future<Void> run : runs) {
            run.get();
        }
    }

    private Void compare(Faulty kind) throws IOException, InterruptedException {
        long startNs = System.nanoTime();
        Faulty.Ended is = launcher.run(kind, true);
        times.computeIfAbsent(kind.name(), _ -> new AtomicLong())
                .addAndGet((System.nanoTime() - startNs) / 1_000_000);
        Faulty.Ended must = expected.get(kind.name());
        if (kind.isCompared() ? !is.equals(must) : is.code() != must.code()) {
            differences.add(kind.name() + ": " + is + ", in a process of its own " + must);
        }
        int ended = count.incrementAndGet();
        if (ended % REPORTED == 0) {
            System.out.printf("%d programs, %d differ%n", ended, differences.size());
        }
        return null;
    }

    private void compare(State before, State after) throws IOException {
        if (before.process != after.process
                || after.files.size() > before.files.size()
                || after.locks > before.locks
                || after.threads > before.threads + THREADS_MAX
                || after.heapMb > before.heapMb + HEAP_MAX_MB) {
            List<String> more = new ArrayList<>(after.files);
            before.files.forEach(more::remove);
            differences.add("the resident process is not what it was, has more open " + more
                    + "; logs:\n" + launcher.logs());
        }
    }

    /** The state of the resident process after it has collected; zeros without one. */
    private State state() throws IOException, InterruptedException {
        Thread.sleep(SETTLE_MS);
        String status = launcher.warm("status");
        Matcher found = STATUS.matcher(status);
        if (!found.find()) {
            return new State(0, List.of(), 0, 0, 0);
        }
        long process = Long.parseLong(found.group(1));
        return new State(
                process,
                files(process),
                count(process, "task"),
                locks(process),
                Long.parseLong(found.group(2)));
    }

    /** Returns the files of a process's descriptors, without the numbers of sockets and pipes. */
    private static List<String> files(long process) throws IOException {
        List<String> files = new ArrayList<>();
        try (Stream<Path> entries = Files.list(Path.of("/proc/" + process + "/fd"))) {
            for (Path entry : entries.toList()) {
                if (Files.isSymbolicLink(entry)) {
                    String target = Files.readSymbolicLink(entry).toString();
                    files.add(target.replaceFirst(":\\[\\d+]$", ""));
                }
            }
        }
        return files;
    }

    private static long count(long process, String folder) throws IOException {
        try (Stream<Path> entries = Files.list(Path.of("/proc/" + process + "/" + folder))) {
            return entries.count();
        }
    }

    private static long locks(long process) throws IOException {
        try (Stream<String> lines = Files.lines(Path.of("/proc/locks"))) {
            return lines.filter(line -> line.contains(" " + process + " ")).count();
        }
    }
}
