package org.sqlvm.test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * An engine with a folder of its own, which goes with it: statements and errors name it
 * {@code $DIR}, so that engines that have different ones can run the same script.
 */
final class FolderEngine implements TestEngine {
    private static final String NAME = "$DIR";

    private final Path folder;
    private final TestEngine engine;

    private FolderEngine(Path folder, TestEngine engine) {
        this.folder = folder;
        this.engine = engine;
    }

    /** @param onFile whether the database is in a file, which is {@code $DIR/main.db} */
    static FolderEngine open(Engines engines, boolean onFile) {
        try {
            Path folder = Files.createTempDirectory("sqlvm-script");
            return new FolderEngine(
                    folder,
                    onFile ? engines.onFile(folder.resolve("main.db")) : engines.inMemory());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
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
    public Outcome execute(String sql, List<Object> parameters) {
        Outcome outcome = engine.execute(sql.replace(NAME, folder.toString()), parameters);
        if (!outcome.failed() || !outcome.failure().message().contains(folder.toString())) {
            return outcome;
        }
        Outcome.Failure failure = outcome.failure();
        return Outcome.failure(
                failure.code(),
                failure.message().replace(folder.toString(), NAME),
                failure.cause());
    }

    @Override
    public void interrupt() {
        engine.interrupt();
    }

    @Override
    public void close() {
        engine.close();
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
