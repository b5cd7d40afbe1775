package org.sqlvm.server;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Clients that break the protocol, or vanish: the server stays, and nothing of them is left. */
final class ServerFuzz {
    /** {@code -Dsqlvm.rounds=N} makes more of them. */
    private static final int ROUNDS = Integer.getInteger("sqlvm.rounds", 150);

    private static final long SEED = Long.getLong("sqlvm.seed", 1);

    @TempDir
    Path folder;

    private final BrokenClient client = new BrokenClient(new Random(SEED));
    private final ConcurrentLinkedQueue<String> faults = new ConcurrentLinkedQueue<>();

    @Test
    void nothingOfBadClientsIsLeft() throws Exception {
        String file = ServerFixture.file(folder);
        try (SqlvmServer server =
                SqlvmServer.builder(file).port(0).log(this::note).start()) {
            Leftovers leftovers = new Leftovers(server);
            for (int i = 0; i < ROUNDS; i++) {
                client.round(server);
            }
            leftovers.assertNone(file);
        }
        assertEquals(List.of(), List.copyOf(faults), "seed " + SEED);
    }

    /** Errors that are none of clients are logged with the class of the exception. */
    private void note(String line) {
        if (line.matches("(?s).*(Exception|Error)\\b.*") && !line.contains("is gone")) {
            faults.add(line);
        }
    }
}
