package org.sqlvm.workload;

import java.io.IOException;
import java.io.ObjectOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;

/**
 * A peer's process for {@link OneShot}: what a program needs that runs one query with the peer's
 * driver, and nothing else. The answer is written in Java's own form, which loads the least.
 */
final class OneShotPeer {
    private OneShotPeer() {}

    /** The engine, its database, the query, and the file for columns and rows. */
    public static void main(String[] arguments) throws IOException {
        try (Engine engine = Engine.open(arguments[0], Path.of(arguments[1]));
                ObjectOutputStream output =
                        new ObjectOutputStream(Files.newOutputStream(Path.of(arguments[3])))) {
            Engine.Answer answer = engine.run(arguments[2]);
            output.writeObject(new ArrayList<>(answer.columns()));
            output.writeInt(answer.rows().size());
            for (var row : answer.rows()) {
                for (Object value : row) {
                    output.writeObject(value);
                }
            }
        }
    }
}
