package org.sqlvm.javascript;

import static org.junit.jupiter.api.Assertions.assertEquals;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sqlvm.language.Surroundings;

import java.io.ByteArrayOutputStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Tests the part of Node's API that programs have: each prints what Node 20 has printed. The
 * expected output beside a program is made by {@code node FILE >FILE.out}.
 */
final class ProgramTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "buffers.js",
                "console-errors.js",
                "console-methods.js",
                "console-values.js",
                "events.js",
                "files.js",
                "inspect.js",
                "processes.js",
                "timers.js",
                "urls.js",
                "resolution/main.js",
                "resolution/main.mjs"
            })
    void printsWhatNodePrints(String name) throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream error = new ByteArrayOutputStream();
        Path file = file(name);
        List<Object> argv = List.of("sqlvm js", file.toString());
        int exitCode;
        try (Program program = new Program(argv, false, Surroundings.ofProcess(out, error))) {
            exitCode = program.run(file.toString(), null);
        }
        String expected = Files.readString(file(name + ".out"));
        assertEquals(expected, out.toString(UTF_8), error.toString(UTF_8));
        assertEquals(0, exitCode);
    }

    private static Path file(String name) throws URISyntaxException {
        return Path.of(ProgramTest.class.getResource("programs/" + name).toURI());
    }
}
