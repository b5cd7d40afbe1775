package org.sqlvm.server;

/**
 * Returns memory to the machine when a server is idle. A JVM that a large statement has made grow
 * keeps the heap until it collects garbage, which it does not while it is idle.
 *
 * <p>For a process that does nothing else: a program that has a server in it decides by itself.
 */
final class IdleMemory implements Runnable {
    private static final long PERIOD_MS = 5_000;

    /** Bytes of a heap that is not worth a collection. */
    private static final long HEAP_MIN = 256L << 20;

    private final SqlvmServer server;
    /** Statements that had begun when it was looked last. */
    private long seen;

    /** Statements that had begun when garbage was collected last. */
    private long collected;

    IdleMemory(SqlvmServer server) {
        this.server = server;
    }

    static void watch(SqlvmServer server) {
        Thread.ofPlatform().name("sqlvm-server-memory").daemon().start(new IdleMemory(server));
    }

    @Override
    public void run() {
        try {
            while (true) {
                Thread.sleep(PERIOD_MS);
                look();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Whether it has collected garbage. */
    boolean look() {
        long count = server.statementCount();
        boolean isIdle = count == seen && server.isIdle();
        seen = count;
        boolean collects =
                isIdle && count != collected && Runtime.getRuntime().totalMemory() > HEAP_MIN;
        if (collects) {
            collected = count;
            System.gc();
        }
        return collects;
    }
}
