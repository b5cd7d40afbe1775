package org.sqlvm.python;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Runs {@code ./sqlvm python} in processes of its own: arguments and environment. */
final class MainTest {
    private record Ended(String out, String err, int exitCode) {}

    @TempDir
    Path folder;

    private Ended run(Map<String, String> environment, String... arguments) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(ProcessHandle.current().info().command().orElse("java"));
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        // They end before a compiler has been of use.
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-Dpolyglot.engine.Compilation=false"));
        command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        command.add(Main.class.getName());
        command.addAll(List.of(arguments));
        Path out = folder.resolve("out");
        Path err = folder.resolve("err");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().putAll(environment);
        int exitCode = builder.start().waitFor();
        return new Ended(Files.readString(out), Files.readString(err), exitCode);
    }

    private Path write(String name, String... lines) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, String.join("\n", lines) + "\n", UTF_8);
    }

    @Test
    void theModuleIsAShell() throws Exception {
        Ended read =
                run(Map.of(), "-m", "sqlvm", ":memory:", "SELECT 'é', 1.5 UNION ALL SELECT 2, 3");
        assertEquals("('é', 1.5)\n(2, 3)\n", read.out(), read.err());
        assertEquals(0, read.exitCode());
        Ended failed = run(Map.of(), "-m", "sqlvm", "new.db", "SELECT * FROM missing");
        assertEquals("", failed.out());
        String message = "OperationalError (SQLITE_ERROR): no such table: missing\n";
        assertTrue(failed.err().endsWith(message), failed.err());
        assertTrue(Files.exists(folder.resolve("new.db")));
        assertEquals(1, failed.exitCode());
    }

    /** The folder of the script comes first, then those of PYTHONPATH. */
    @Test
    void modulesAreFoundAsPythonFindsThem() throws Exception {
        write("paths/helper.py", "name = 'helper of PYTHONPATH'");
        write("paths/near.py", "name = 'near of PYTHONPATH'");
        write("program/near.py", "name = 'near of the program'");
        Path program = write(
                "program/main.py",
                "import sys, helper, near",
                "print(helper.name, near.name, sys.argv[1:], __name__, sep='; ')",
                "print('sqlite3' in sys.modules)",
                "sys.exit(7)");
        Map<String, String> environment =
                Map.of("PYTHONPATH", folder.resolve("paths").toString());
        Ended ended = run(environment, program.toString(), "one", "-v");
        assertEquals(
                "helper of PYTHONPATH; near of the program; ['one', '-v']; __main__\nFalse\n",
                ended.out(),
                ended.err());
        assertEquals(7, ended.exitCode());
    }

    @Test
    void sqlite3IsSqlvmIfTheEnvironmentSaysSo() throws Exception {
        String program = "import sqlite3, sqlvm; from sqlite3 import dbapi2, Row; print("
                + "sqlite3 is sqlvm, dbapi2.connect is sqlvm.connect, Row is sqlvm.Row, "
                + "sqlite3.connect(':memory:').execute('SELECT sqlite_version()').fetchone())";
        Ended ended = run(Map.of("SQLVM_AS_SQLITE3", "1"), "-c", program);
        assertEquals("True True True ('3.54.1',)\n", ended.out(), ended.err());
        assertEquals(0, ended.exitCode());
    }

    /** To import importlib.abc would be half of the start. */
    @Test
    void aProgramBeginsWithFewModules() throws Exception {
        String program = "import sys; print([name for name in"
                + " ('importlib.abc', 'typing', 're', 'sqlvm') if name in sys.modules])";
        Ended ended = run(Map.of(), "-c", program);
        assertEquals("[]\n", ended.out(), ended.err());
    }
}
