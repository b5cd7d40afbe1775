package org.sqlvm.docs;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import org.graalvm.polyglot.Engine;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.xml.sax.InputSource;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

import javax.xml.parsers.DocumentBuilderFactory;

/**
 * Runs every code block of the README and of the pages in docs, page by page, in a folder that is
 * empty at the beginning of a page. The word behind its fence says what a block is:
 *
 * <ul>
 *   <li>{@code console}: what a terminal shows, see {@link Console};
 *   <li>{@code sql}: statements, with what they give in comments, see {@link SqlBlocks}. They run
 *       on a database of the page's, or on the file that {@code title="file.db"} names;
 *   <li>{@code java}, {@code python}, {@code javascript}: programs and fragments, see
 *       {@link JavaBlocks}, {@link GuestBlocks}. With {@code title="Name.java"} the block is a
 *       file. It runs when a command of the page names it, or by itself if none does;
 *   <li>{@code output}: what the block of one of these languages before it prints;
 *   <li>{@code xml}: must be well-formed;
 *   <li>{@code text}: no code. Drawings, syntax, plans.
 * </ul>
 *
 * A block behind a comment {@code <!-- not run: REASON -->} is left alone.
 * {@code -Dsqlvm.page=shell.md} runs the pages whose names end so. What a page shows of output is
 * compared by {@link Transcript}, which can also write it.
 */
final class PagesTest {
    /** The database of blocks that name none. */
    private static final String DATABASE = "page.db";

    /** Blocks that are read by people, or by other programs that would have to be installed. */
    private static final Set<String> FOR_READERS =
            Set.of("text", "properties", "ini", "toml", "yaml", "kotlin");

    private static Engine engine;

    @BeforeAll
    static void start() {
        engine = Engine.newBuilder()
                .option("engine.WarnInterpreterOnly", "false")
                .build();
    }

    @AfterAll
    static void end() {
        engine.close();
    }

    @TestFactory
    Stream<DynamicTest> everyBlockRuns() throws IOException {
        String only = System.getProperty("sqlvm.page", "");
        return Pages.all().stream()
                .filter(page -> page.toString().endsWith(only))
                .map(page -> DynamicTest.dynamicTest(Pages.name(page), () -> run(Page.read(page))));
    }

    private static void run(Page page) throws Exception {
        Path folder = Path.of("").toAbsolutePath();
        assertTrue(folder.endsWith("pages"), () -> "not the folder of this test: " + folder);
        clear(folder);
        Map<String, CodeBlock> files = new HashMap<>();
        StringBuilder commands = new StringBuilder();
        for (CodeBlock block : page.blocks()) {
            if (isFile(block)) {
                files.put(block.title(), block);
            }
            if (block.language().equals("console")) {
                commands.append(block.text());
            }
        }
        Transcript transcript = new Transcript(page.file());
        JavaBlocks java = new JavaBlocks(folder);
        try (GuestBlocks python = GuestBlocks.python(engine);
                GuestBlocks javaScript = GuestBlocks.javaScript(engine)) {
            Console console = new Console(folder, files, java, python, javaScript);
            String printed = null;
            for (CodeBlock block : page.blocks()) {
                String what = Pages.name(page.file()) + ":" + block.line();
                if (block.notRun() != null) {
                    printed = null;
                    continue;
                }
                if (isFile(block)) {
                    Files.createDirectories(folder.resolve(block.title()).getParent());
                    Files.writeString(folder.resolve(block.title()), block.text());
                    if (commands.indexOf(block.title()) >= 0) {
                        continue;
                    }
                }
                String before = printed;
                printed = null;
                switch (block.language()) {
                    case "console" -> console.run(block, transcript);
                    case "sql" -> {
                        if (!isFile(block)) {
                            SqlBlocks.run(
                                    block,
                                    block.title() == null ? DATABASE : block.title(),
                                    transcript);
                        }
                    }
                    case "java" -> printed = java.run(block, DATABASE);
                    case "python" -> printed = python.run(block);
                    case "javascript" -> printed = javaScript.run(block);
                    case "output" -> {
                        assertTrue(before != null, () -> what + ": output of no block");
                        transcript.compare(block.line() + 1, block.lines(), before);
                    }
                    case "xml" -> parseXml(block.text());
                    default -> {
                        if (!FOR_READERS.contains(block.language())) {
                            fail(what + ": a block of '" + block.language() + "' cannot be run");
                        }
                    }
                }
            }
        }
        transcript.end();
    }

    /** A title that is no database is the name of a file. */
    private static boolean isFile(CodeBlock block) {
        return block.title() != null && !block.title().endsWith(".db");
    }

    private static void parseXml(String text) throws Exception {
        // Pages show parts of a file: several elements side by side.
        String whole = text.contains("<?xml") ? text : "<page>" + text + "</page>";
        DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(whole)));
    }

    private static void clear(Path folder) throws IOException {
        try (Stream<Path> found = Files.walk(folder)) {
            List<Path> deepestFirst = found.sorted(Comparator.reverseOrder()).toList();
            for (Path path : deepestFirst) {
                if (!path.equals(folder)) {
                    Files.delete(path);
                }
            }
        }
    }
}
