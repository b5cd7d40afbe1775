package org.sqlvm.test.engines;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * An engine with a folder of its own, which goes with it: statements and errors name it
 * {@code $DIR}, so that engines that have different ones can run the same script. On a file it can
 * have several connections; all of them fail at once where they would wait for a lock.
 */
public final class FolderEngine implements TestEngine {
    private static final String NAME = "$DIR";
    private static final String DATABASE = "main.db";

    private final Engines engines;
    private final Path folder;
    private final TestEngine engine;
    private final boolean ownsFolder;

    private FolderEngine(Engines engines, Path folder, TestEngine engine, boolean ownsFolder) {
        this.engines = engines;
        this.folder = folder;
        this.engine = engine;
        this.ownsFolder = ownsFolder;
    }

    /** @param onFile whether the database is in a file, which is {@code $DIR/main.db} */
    public static FolderEngine open(Engines engines, boolean onFile) {
        try {
            Path folder = Files.createTempDirectory("sqlvm-script");
            return onFile
                    ? new FolderEngine(engines, folder, onFile(engines, folder), true)
                    : new FolderEngine(engines, folder, engines.inMemory(), true);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** On the file {@code main.db} in a folder that stays. */
    public static FolderEngine openIn(Path folder, Engines engines) {
        return new FolderEngine(engines, folder, onFile(engines, folder), false);
    }

    /** An empty database as {@code script} wants it: on a file if it has several connections. */
    public static TestEngine openFor(Path script, Engines engines) throws IOException {
        if (hasConnections(script)) {
            return open(engines, true);
        }
        return Files.readString(script).contains(NAME) ? open(engines, false) : engines.inMemory();
    }

    /** Whether some record of {@code script} runs on a connection of its own. */
    public static boolean hasConnections(Path script) throws IOException {
        return Files.readAllLines(script).stream().anyMatch(line -> line.startsWith("connection "));
    }

    private static TestEngine onFile(Engines engines, Path folder) {
        return withoutWaiting(engines.onFile(folder.resolve(DATABASE)));
    }

    private static TestEngine withoutWaiting(TestEngine engine) {
        engine.execute("PRAGMA busy_timeout = 0");
        return engine;
    }

    @Override
    public FolderEngine connect() {
        return new FolderEngine(engines, folder, onFile(engines, folder), false);
    }

    /** The file of the database. */
    public Path database() {
        return folder.resolve(DATABASE);
    }

    @Override
    public String name() {
        return engine.name();
    }

    @Override
    public boolean isOnFile() {
        return engine.isOnFile();
    }

    @Override
    public boolean isOnVectors() {
        return engine.isOnVectors();
    }

    @Override
    public Outcome execute(String sql, List<Object> parameters) {
        Outcome outcome = engine.execute(sql.replace(NAME, folder.toString()), parameters);
        if (!outcome.failed()) {
            for (Object[] row : outcome.rows()) {
                for (int i = 0; i < row.length; i++) {
                    row[i] = row[i] instanceof String text ? named(text) : row[i];
                }
            }
            return outcome;
        }
        Outcome.Failure failure = outcome.failure();
        return Outcome.failure(failure.code(), named(failure.message()), failure.cause());
    }

    private String named(String text) {
        return text == null ? null : text.replace(folder.toString(), NAME);
    }

    @Override
    public void interrupt() {
        engine.interrupt();
    }

    @Override
    public void close() {
        engine.close();
        if (!ownsFolder) {
            return;
        }
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
            Files.delete(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
