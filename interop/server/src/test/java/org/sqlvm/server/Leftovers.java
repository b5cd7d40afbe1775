package org.sqlvm.server;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.sqlvm.Sqlvm;
import org.sqlvm.api.Database;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Counts resources that clients may leave behind: descriptors, threads, locks. There must be none.
 */
final class Leftovers {
    private final SqlvmServer server;
    private final Set<String> before;

    /** Remembers what is there before the clients come; none is connected. */
    Leftovers(SqlvmServer server) throws IOException, InterruptedException {
        this.server = server;
        // Resources that are made once must exist before the first count.
        WireClient.logIn(server).close();
        awaitEmpty();
        this.before = openFiles();
    }

    /**
     * Waits until all clients are gone.
     *
     * @param file the database
     */
    void assertNone(String file) throws IOException, InterruptedException {
        awaitEmpty();
        assertEquals(Set.of(), opened(), "descriptors");
        assertEquals(Set.of(), sessionThreads(), "threads");
        try (WireClient client = WireClient.logIn(server)) {
            assertEquals("D 1", client.query("SELECT 1").get(1));
        }
        // The last one that closes a file with a log writes it back, and has the lock for that.
        awaitEmpty();
        try (Database database = Sqlvm.open(file)) {
            database.execute("PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE; COMMIT");
        }
        awaitEmpty();
    }

    /**
     * Descriptors that were not there before. Clients of this process may have forgotten some of
     * theirs: the garbage collector closes those.
     */
    private Set<String> opened() throws IOException, InterruptedException {
        Set<String> left = Set.of();
        for (int i = 0; i < 20; i++) {
            left = openFiles();
            left.removeAll(before);
            if (left.isEmpty()) {
                break;
            }
            System.gc();
            Thread.sleep(50);
        }
        return left;
    }

    private void awaitEmpty() throws InterruptedException {
        while (server.sessionCount() > 0) {
            Thread.sleep(1);
        }
        while (!sessionThreads().isEmpty()) {
            Thread.sleep(1);
        }
    }

    private static Set<String> sessionThreads() {
        Set<String> names = new TreeSet<>();
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().matches("sqlvm-server-\\d+")) {
                names.add(thread.getName());
            }
        }
        return names;
    }

    /**
     * The sockets and the files of the database that this process has open, by what they lead to:
     * the virtual machine opens jars when it likes, and closes sockets of other tests. None where
     * the system does not tell.
     */
    private static Set<String> openFiles() throws IOException {
        Path all = Path.of("/proc/self/fd");
        Set<String> open = new TreeSet<>();
        if (!Files.isDirectory(all)) {
            return open;
        }
        try (Stream<Path> files = Files.list(all)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                String target = target(file);
                if (target.startsWith("socket:") || target.contains("shop.db")) {
                    open.add(target);
                }
            }
        }
        return open;
    }

    /** Empty for a descriptor that has been closed meanwhile. */
    private static String target(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString();
        } catch (IOException e) {
            return "";
        }
    }
}
