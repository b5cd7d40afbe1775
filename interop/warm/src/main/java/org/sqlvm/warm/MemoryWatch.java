package org.sqlvm.warm;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.locks.LockSupport;

/**
 * Fails the program that fills the heap, before others lack memory. It is the one that was started
 * last of those that have allocated at least half of what is live, since a program that has
 * allocated less cannot hold it, and that still hold much. Several programs that fill the heap at
 * the same time leave no time for that: when little is left, all that take it are failed.
 */
final class MemoryWatch {
    private static final Duration LOOK = Duration.ofMillis(50);

    /** A collection is not asked for again so soon, unless the heap has grown. */
    private static final Duration COLLECT_MIN = Duration.ofSeconds(2);

    /** The share of the heap by which it has grown then. */
    private static final double GROWTH = 0.125;

    /** A program that holds less is not failed if another may hold more. */
    private static final long HELD_MAX = 256 << 20;

    /** The time in which a program that has been failed gives memory back. */
    private static final Duration GRACE = Duration.ofSeconds(3);

    /**
     * The share of the heap that may be live: a quarter of the machine's memory, as much as the
     * whole heap of a process of its own. The rest is for what a program allocates until it has
     * been failed.
     */
    private static final double LIVE_MAX = 0.5;

    /** The share of the heap above which there is no time to look at one program alone. */
    private static final double SCARCE = 0.75;

    /** The bytes that failing a program needs itself. */
    private static final int RESERVE = 8 << 20;

    private static final com.sun.management.ThreadMXBean THREADS =
            (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** Where objects go that outlive a collection or are large; its garbage is collected late. */
    private static final MemoryPoolMXBean OLD = ManagementFactory.getMemoryPoolMXBeans().stream()
            .filter(pool -> pool.getName().contains("Old") || pool.getName().contains("Tenured"))
            .findAny()
            .orElse(null);

    private final Collection<Program> running;
    private final ContextSizes sizes;
    private volatile boolean isEnded;

    /** The bytes that programs had allocated when the heap was not full. */
    private final Map<Program, Long> before = new WeakHashMap<>();

    /** Memory that is given up when there is none for the watch itself. */
    @SuppressWarnings("unused")
    private byte[] reserve = new byte[RESERVE];

    /** @param running the programs that run, as they come and go */
    MemoryWatch(Collection<Program> running, ContextSizes sizes) {
        this.running = running;
        this.sizes = sizes;
    }

    void start() {
        Thread.ofPlatform().name("memory").daemon().start(this::watch);
    }

    void end() {
        isEnded = true;
    }

    private void watch() {
        long collectedNs = System.nanoTime() - COLLECT_MIN.toNanos();
        long left = 0;
        while (OLD != null && !isEnded) {
            LockSupport.parkNanos(LOOK.toNanos());
            try {
                if (!isFull()) {
                    remember();
                    continue;
                }
                boolean isLater = System.nanoTime() - collectedNs > COLLECT_MIN.toNanos();
                if (isLater || used() - left > GROWTH * heapMax()) {
                    System.gc();
                    if (isFull()) {
                        reserve = null;
                        relieve();
                    }
                    reserve = new byte[RESERVE];
                    collectedNs = System.nanoTime();
                    left = used();
                }
            } catch (OutOfMemoryError | InternalError e) {
                // The latter is what the JVM throws that has no memory to say how much is used.
                reserve = null; // The next look is soon, unless the heap is as full as before.
                collectedNs = System.nanoTime();
            }
        }
    }

    /** Whether programs have filled the heap, with or without garbage. */
    boolean isFull() {
        return OLD != null && !running.isEmpty() && used() > LIVE_MAX * heapMax();
    }

    private static long heapMax() {
        return Runtime.getRuntime().maxMemory();
    }

    private static long used() {
        return OLD.getUsage().getUsed();
    }

    private static boolean isScarce() {
        return used() > SCARCE * heapMax();
    }

    private void remember() {
        running.forEach(program -> before.put(program, allocated(program)));
    }

    private void relieve() {
        boolean isScarce = isScarce();
        List<Program> failed = isScarce ? filling(failing()) : largest(failing(), used() / 2);
        failed.forEach(Program::fail);
        long failedNs = System.nanoTime();
        while (failed.stream().anyMatch(running::contains)) {
            LockSupport.parkNanos(LOOK.toNanos());
            if (!isScarce && isScarce()) {
                return; // There is no time: others fill the heap.
            }
            if (System.nanoTime() - failedNs > GRACE.toNanos()) {
                System.gc();
                if (isFull()) {
                    failed.stream().filter(running::contains).forEach(Program::endWithoutMemory);
                }
                return;
            }
        }
    }

    /**
     * Returns the programs that fill the heap: since it was not full they have allocated at least
     * half of the mean. Those that have only made garbage may be among them: a walk over objects of
     * a tenth of a second did not tell them apart.
     */
    private List<Program> filling(List<Program> programs) {
        Map<Program, Long> added = new HashMap<>();
        for (Program program : programs) {
            // Threads that have ended since are not counted any more.
            long bytes = allocated(program) - before.getOrDefault(program, 0L);
            added.put(program, Math.max(0, bytes));
        }
        long sum = added.values().stream().mapToLong(Long::longValue).sum();
        return programs.stream()
                .filter(program ->
                        added.get(program) > 0 && added.get(program) >= sum / (2 * programs.size()))
                .toList();
    }

    /** The programs that can be failed; those that have been ended are about to go. */
    private List<Program> failing() {
        return running.stream().filter(program -> !program.isEnded()).toList();
    }

    /**
     * Returns the youngest program that has allocated {@code bytes} and holds much; the one that
     * has allocated most if there is none; none of none.
     */
    private List<Program> largest(List<Program> programs, long bytes) {
        List<Program> candidates = programs.stream()
                .filter(program -> allocated(program) >= bytes)
                .sorted(Comparator.comparingLong(Program::startedNs).reversed())
                .toList();
        if (candidates.size() == 1) {
            return candidates;
        }
        long held = Math.min(HELD_MAX, bytes / 2);
        return candidates.stream()
                .filter(program -> sizes.holds(program, held, MemoryWatch::isScarce))
                .findFirst()
                .or(() -> programs.stream().max(Comparator.comparingLong(MemoryWatch::allocated)))
                .stream()
                .toList();
    }

    /** The bytes that the threads of a program have allocated, as far as they still run. */
    private static long allocated(Program program) {
        long sum = 0;
        for (Thread thread : program.threads()) {
            sum += Math.max(0, THREADS.getThreadAllocatedBytes(thread.threadId()));
        }
        return sum;
    }
}
