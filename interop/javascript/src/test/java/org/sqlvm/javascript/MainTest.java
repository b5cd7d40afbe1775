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

/** Tests {@code ./sqlvm js} in separate processes: arguments, modules, errors. */
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
        String input = environment.get("SQLVM_TEST_INPUT");
        if (input != null) {
            builder.redirectInput(Path.of(input).toFile());
        }
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

    /** A program ends with its last timer, exit in a callback, an error that nothing catches. */
    @Test
    void endsAsNodeDoes() throws Exception {
        Path program = write(
                "main.js",
                "process.on('exit', (code) => console.log('exit', code));",
                "const [how] = process.argv.slice(2);",
                "if (how === 'code') process.exitCode = 3;",
                "if (how === 'exit') setTimeout(() => process.exit(4), 1);",
                "if (how === 'throw') setTimeout(() => { throw new Error('late'); }, 1);",
                "if (how === 'reject') Promise.reject(new Error('rejected'));",
                "if (how === 'caught') {",
                "    process.on('uncaughtException', (e, o) => console.log(e.message, o));",
                "    setImmediate(() => { throw new Error('seen'); });",
                "    Promise.reject(new Error('rejection'));",
                "}",
                "if (how === 'exit') setTimeout(() => console.log('never'), 1000);");
        String[][] expected = {
            {"end", "0", "exit 0\n", ""},
            {"code", "3", "exit 3\n", ""},
            {"exit", "4", "exit 4\n", ""},
            {"throw", "1", "exit 1\n", "Error: late\n    at "},
            {"reject", "1", "exit 1\n", "Error: rejected\n    at "},
            {"caught", "0", "rejection unhandledRejection\nseen uncaughtException\nexit 0\n", ""}
        };
        for (String[] one : expected) {
            Ended ended = run(Map.of(), program.toString(), one[0]);
            assertEquals(one[2], ended.out(), ended.err());
            assertEquals(Integer.parseInt(one[1]), ended.exitCode());
            assertTrue(ended.err().startsWith(one[3]), ended.err());
        }
    }

    @Test
    void readsStandardInput() throws Exception {
        Path program = write(
                "main.js",
                "const rl = require('readline').createInterface({input: process.stdin});",
                "rl.on('line', (line) => console.log(`<${line}>`)).on('close', () =>"
                        + " console.log('end'));");
        Path input = write("input", "one", "two");
        Ended ended = run(Map.of("SQLVM_TEST_INPUT", input.toString()), program.toString());
        assertEquals("<one>\n<two>\nend\n", ended.out(), ended.err());
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
