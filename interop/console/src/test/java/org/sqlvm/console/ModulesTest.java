package org.sqlvm.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Source;
import org.graalvm.polyglot.Value;
import org.graalvm.polyglot.io.IOAccess;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * The page's modules without a browser: each parses, and imports what there is; those that make no
 * elements do their work in GraalJS.
 */
@Timeout(120)
final class ModulesTest {
    private static final Path WEB = Path.of("src/main/resources/org/sqlvm/console/web");
    private static final String MODULE = "application/javascript+module";
    private static final Pattern IMPORT =
            Pattern.compile("(?:from|import\\()\\s*\"(\\.[^\"]+|/[^\"]+)\"");

    private static final Pattern STATIC_IMPORT = Pattern.compile("from \"\\./([^\"]+)\"");

    private static final Pattern PRELOAD =
            Pattern.compile("<link rel=\"modulepreload\" href=\"/([^\"]+)\">");

    /** Parts of a browser that modules use when they are loaded, and rows to be decoded. */
    private static final String BROWSER = """
        globalThis.TextEncoder = class {
            encode(text) {
                return Uint8Array.from(unescape(encodeURIComponent(text)), (c) => c.charCodeAt(0));
            }
        };
        globalThis.TextDecoder = class {
            decode(bytes) {
                return decodeURIComponent(escape(String.fromCharCode(...bytes)));
            }
        };
        globalThis.performance = {now: () => 0};
        """;

    private Context context;

    @BeforeEach
    void open() {
        context = Context.newBuilder("js")
                .option("engine.WarnInterpreterOnly", "false")
                .option("js.esm-eval-returns-exports", "true")
                .allowIO(IOAccess.ALL)
                .build();
        context.eval("js", BROWSER);
    }

    @AfterEach
    void close() {
        context.close();
    }

    private static List<Path> modules() throws IOException {
        try (var files = Files.list(WEB)) {
            return files.filter(file -> file.toString().endsWith(".js"))
                    .sorted()
                    .toList();
        }
    }

    private Value load(String name) throws IOException {
        Path file = WEB.resolve(name).toAbsolutePath();
        return context.eval(
                Source.newBuilder("js", file.toFile()).mimeType(MODULE).build());
    }

    /** Evaluates an expression in which {@code m} is a module. */
    private String ask(String module, String expression) throws IOException {
        context.getBindings("js").putMember("m", load(module));
        return context.eval("js", expression).toString();
    }

    @ParameterizedTest
    @MethodSource("modules")
    void importsAreThere(Path module) throws IOException {
        var imports = IMPORT.matcher(Files.readString(module, UTF_8));
        while (imports.find()) {
            String name = imports.group(1);
            Path file = name.startsWith("/")
                    ? WEB.resolve(name.substring(1))
                    : module.resolveSibling(name);
            assertTrue(Files.exists(file), module + " imports " + name);
        }
    }

    /** Before a module runs, it is parsed, and all that it imports is looked for. */
    @ParameterizedTest
    @MethodSource("modules")
    void parsesAndFindsNames(Path module) throws IOException {
        try {
            load(module.getFileName().toString());
        } catch (PolyglotException e) {
            // It may miss the browser then.
            assertFalse(e.isSyntaxError(), e.getMessage());
            assertFalse(e.getMessage().contains("SyntaxError"), e.getMessage());
            assertTrue(e.getMessage().contains("is not defined"), e.getMessage());
        }
    }

    /** A module that is not named there is asked for only when the one that imports it is read. */
    @Test
    void theFirstPageNamesAllModulesThatItNeeds() throws IOException {
        Set<String> needed = new TreeSet<>();
        collectImports("main.js", needed);
        collectImports("page.js", needed);
        needed.remove("main.js");
        Set<String> named = new TreeSet<>();
        var links = PRELOAD.matcher(Files.readString(WEB.resolve("index.html"), UTF_8));
        while (links.find()) {
            assertTrue(named.add(links.group(1)), links.group());
        }
        assertEquals(needed, named);
    }

    private static void collectImports(String name, Set<String> all) throws IOException {
        if (!all.add(name)) {
            return;
        }
        var imports = STATIC_IMPORT.matcher(Files.readString(WEB.resolve(name), UTF_8));
        while (imports.find()) {
            collectImports(imports.group(1), all);
        }
    }

    @Test
    void aBrokenModuleIsNoticed() throws IOException {
        Path file = Files.createTempFile("broken", ".mjs");
        try {
            String dom = WEB.resolve("dom.js").toAbsolutePath().toString();
            Files.writeString(file, "import {nosuch} from \"" + dom + "\";");
            Source source =
                    Source.newBuilder("js", file.toFile()).mimeType(MODULE).build();
            String message = "";
            try {
                context.eval(source);
            } catch (PolyglotException e) {
                message = e.getMessage();
            }
            assertTrue(message.contains("SyntaxError"), message);
        } finally {
            Files.delete(file);
        }
    }

    @Test
    void splitsStatements() throws IOException {
        String trigger = "CREATE TRIGGER t AFTER INSERT ON a BEGIN SELECT CASE 1 WHEN 1 THEN 2"
                + " END; SELECT ';'; END; SELECT 2 -- ;";
        String split = "m.split(t).map((one) => t.slice(one.from, one.to).slice(-9)).join('|')";
        context.getBindings("js").putMember("t", trigger);
        assertEquals(
                "';'; END;| SELECT 2".strip(), ask("statements.js", split).replace("|S", "| S"));
        assertEquals("SELECT", ask("statements.js", "m.at('SELECT 1; DROP x', 3).words[0]"));
        assertEquals("true", ask("statements.js", "m.reads('/* x */ values (1)')"));
        assertEquals("false", ask("statements.js", "m.reads('DELETE FROM t')"));
    }

    @Test
    void decodesRows() throws IOException {
        context.getBindings("js")
                .putMember(
                        "line",
                        "[9007199254740993,null,\"a\\\"],b\",{\"base64\":\"AAH/\"},-9e999]");
        assertEquals(
                "9007199254740993;NULL;a\"],b;3;-Infinity",
                ask(
                        "rows.js",
                        "var c = m.parseRow(line).cells; [m.display(c[0]), m.display(c[1]), c[2],"
                                + " c[3].length, c[4].text].join(';')"));
        assertEquals(
                "-1",
                ask(
                        "rows.js",
                        "m.compare(new m.NumberText('9007199254740992'),"
                                + " new m.NumberText('9007199254740993'))"));
        assertEquals("'it''s'", ask("rows.js", "m.literal(\"it's\")"));
        assertEquals("CAST(x'6100' AS TEXT)", ask("rows.js", "m.literal('a\\0')"));
        assertEquals(
                "3 b",
                ask(
                        "rows.js",
                        "var r = m.Rows.of(['x'], [['a'], ['b'], ['ä']]); r.count + ' ' +"
                                + " r.get(1)[0]"));
    }

    @Test
    void copiesRows() throws IOException {
        context.getBindings("js").putMember("r", load("rows.js"));
        String begin = "var got = ''; m.asText('";
        String end = "', r.Rows.of(['a', 'b'], [[1, 'x,\"y'], [null, 'z|']]), null, 't')"
                + ".then((text) => { got = text; });";
        for (String[] one : new String[][] {
            {"csv", "a,b\r\n1,\"x,\"\"y\"\r\n,z|\r\n"},
            {"tsv", "a\tb\n1\tx,\"y\n\tz|"},
            {"markdown", "| a | b |\n| --- | --- |\n| 1 | x,\"y |\n| NULL | z\\| |"},
            {
                "insert",
                "INSERT INTO \"t\" (\"a\", \"b\") VALUES (1, 'x,\"y');\n"
                        + "INSERT INTO \"t\" (\"a\", \"b\") VALUES (NULL, 'z|');\n"
            }
        }) {
            ask("copy.js", begin + one[0] + end);
            assertEquals(one[1], context.eval("js", "got").asString());
        }
    }

    @Test
    void arrangesPlans() throws IOException {
        String steps = "[{id: 2, parent: 0, detail: 'a'}, {id: 5, parent: 2, detail: 'b'},"
                + " {id: 9, parent: 0, detail: 'c'}]";
        assertEquals(
                "a(b()),c()",
                ask(
                        "plan.js",
                        "var text = (nodes) => nodes.map((one) => one.step.detail + '('"
                                + " + text(one.children) + ')').join(','); text(m.treeOf("
                                + steps + "))"));
        assertEquals(
                "time 1.5 ms · rows 1,234",
                ask("plan.js", "m.countsText({timeNs: 1500000, rows: 1234})"));
        assertEquals(
                "on vectors, interpreted",
                ask("plan.js", "m.wayText({vectors: true, compiled: false, restarted: false})"));
    }
}
