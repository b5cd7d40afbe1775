package org.sqlvm.build;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.sqlvm.build.CommandLine.MisuseException;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;

class CommandLineTest {
    private static final String USAGE =
            "usage: ./sqlvm check [--rounds N] [--only PATTERN] [--stop] [FILE ...]\n";

    private static CommandLine line(String... arguments) {
        return new CommandLine(USAGE, List.of(arguments));
    }

    @Test
    void theUsageSaysWhichOptionsHaveValues() {
        CommandLine line = line("a", "--rounds", "3", "--stop", "b", "--only", "--x");
        assertEquals(List.of("a", "b"), line.words());
        assertEquals(3, line.count("--rounds", 1));
        assertTrue(line.has("--stop"));
        assertEquals("--x", line.pattern("--only", "").pattern());
        assertEquals(1, line().count("--rounds", 1));
        assertFalse(line().has("--stop"));
        assertEquals("all", line().text("--only", "all"));
    }

    @Test
    void errorsNameTheOption() {
        misused("unknown option --round", () -> line("--round", "3"));
        misused("unknown option --help", () -> line("--help"));
        misused("--rounds needs a value", () -> line("a", "--rounds"));
        misused("--rounds: many is no number", () -> line("--rounds", "many").count("--rounds", 1));
        misused("--rounds: 0 is out of range", () -> line("--rounds", "0").count("--rounds", 1));
        misused(
                "--only: ( is no regular expression",
                () -> line("--only", "(").pattern("--only", ""));
    }

    @Test
    void filesMustBeThere() {
        assertEquals(List.of(Path.of("pom.xml")), line("x", "pom.xml").files(1));
        misused("no such file or folder: none.py", () -> line("none.py").files(0));
    }

    @Test
    void exitCodesAndWhatIsPrinted() throws Exception {
        assertEquals("2 error: unknown option --x\n" + USAGE, run("launcher", "--x"));
        assertEquals("0 " + USAGE, run("launcher", "--rounds", "--help"));
        assertEquals("0 launcher", run("launcher", "--stop"));
        assertEquals("1 launcher", run("launcher"));
        assertEquals("1 ", run());
    }

    /** Runs a command that prints its words, and passes with {@code --stop}. */
    private static String run(String... arguments) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintStream printed = new PrintStream(bytes, true, UTF_8);
        int code = CommandLine.run(USAGE, arguments, printed, printed, line -> {
            printed.print(String.join(" ", line.words()));
            return line.has("--stop");
        });
        return code + " " + bytes.toString(UTF_8);
    }

    private static void misused(String message, Executable use) {
        assertEquals(message, assertThrows(MisuseException.class, use).getMessage());
    }
}
