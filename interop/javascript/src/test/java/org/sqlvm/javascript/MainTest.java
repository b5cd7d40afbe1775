package org.sqlvm.javascript;

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

/** What {@code ./sqlvm js} runs, in processes of its own: arguments, modules, errors. */
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
        Path module = Path.of("src/main/runtime/sqlvm.js").toAbsolutePath();
        command.add("-Dsqlvm.javascript.module=" + module);
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

    /** A script, a file beside it, and a package. */
    @Test
    void modulesAreFoundAsNodeFindsThem() throws Exception {
        write("program/near.js", "exports.one = require('sqlvm');");
        write(
                "program/node_modules/far/index.js",
                "module.exports = (db) => db.prepare('SELECT 2').pluck().get();");
        Path program = write(
                "program/main.js",
                "const Database = require('sqlvm');",
                "const near = require('./near');",
                "const db = new Database('main.db');",
                "console.log(near.one === Database, require('far')(db));",
                "console.log(process.argv.slice(2).join(), process.env.SOME);",
                "process.exit(7);");
        Ended ended = run(Map.of("SOME", "thing"), program.toString(), "one", "-v");
        assertEquals("true 2\none,-v thing\n", ended.out(), ended.err());
        assertEquals(7, ended.exitCode());
        assertTrue(Files.exists(folder.resolve("main.db")));
    }

    @Test
    void modulesOfEcmaScriptImportIt() throws Exception {
        Path program = write(
                "main.mjs",
                "import Database, {SqliteError} from 'sqlvm';",
                "const db = new Database(':memory:');",
                "const value = await Promise.resolve(db.prepare('SELECT 3').pluck().get());",
                "console.log(value, Database.SqliteError === SqliteError);");
        Ended ended = run(Map.of(), program.toString());
        assertEquals("3 true\n", ended.out(), ended.err());
        assertEquals(0, ended.exitCode());
    }

    @Test
    void itIsBetterSqlite3IfTheEnvironmentSaysSo() throws Exception {
        Path program = write(
                "main.js",
                "const Database = require('better-sqlite3');",
                "console.log(Database === require('sqlvm'));");
        Ended ended = run(Map.of("SQLVM_AS_BETTER_SQLITE3", "1"), program.toString());
        assertEquals("true\n", ended.out(), ended.err());
        assertEquals(1, run(Map.of(), program.toString()).exitCode());
    }

    @Test
    void runsCodeOfTheCommandLine() throws Exception {
        Ended ended = run(
                Map.of(),
                "-e",
                "const Database = require('sqlvm'); console.log(new Database().memory)");
        assertEquals("true\n", ended.out(), ended.err());
    }

    @Test
    void showsWhereAnErrorComesFrom() throws Exception {
        Path program = write(
                "main.js",
                "const Database = require('sqlvm');",
                "function ask() {",
                "    new Database().prepare('SELECT * FROM missing');",
                "}",
                "ask();");
        Ended ended = run(Map.of(), program.toString());
        assertEquals("", ended.out());
        assertEquals(1, ended.exitCode());
        assertTrue(ended.err().startsWith("SqliteError: no such table: missing\n"), ended.err());
        assertTrue(
                ended.err().contains("at ask (") && ended.err().contains("main.js:3"), ended.err());
        Ended absent = run(Map.of(), "absent.js");
        assertEquals("sqlvm js: cannot read absent.js: no such file\n", absent.err());
        assertEquals(2, absent.exitCode());
    }
}
