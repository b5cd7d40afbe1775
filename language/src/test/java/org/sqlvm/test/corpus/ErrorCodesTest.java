package org.sqlvm.test.corpus;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Errors of all kinds have SQLite's extended result code and words through every {@link Door}. */
final class ErrorCodesTest {
    private static final Path FILE = Path.of("src/test/resources/errors/codes.txt");

    @TempDir
    private Path root;

    private static List<ErrorScenario> scenarios() throws IOException {
        return ErrorScenario.read(FILE);
    }

    private ErrorScenario.Result result(ErrorScenario scenario, Door door)
            throws IOException, Door.Failure {
        Path folder = Files.createDirectory(root.resolve(door.name()));
        try {
            return scenario.run(door, folder);
        } finally {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("scenarios")
    void areThoseOfSqlite(ErrorScenario scenario) throws IOException, Door.Failure {
        ErrorScenario.Result sqlite = result(scenario, Door.SQLITE);
        assertEquals(
                scenario.text(),
                new ErrorScenario(scenario.name(), sqlite.steps()).text(),
                "what the scenario says of SQLite");
        for (Door door : List.of(Door.JAVA, Door.MEMBERS, Door.EVAL)) {
            ErrorScenario.Result result = result(scenario, door);
            assertEquals(
                    scenario.text(),
                    new ErrorScenario(scenario.name(), result.steps()).text(),
                    door.name());
            assertEquals(sqlite.words(), result.words(), door.name());
        }
    }
}
