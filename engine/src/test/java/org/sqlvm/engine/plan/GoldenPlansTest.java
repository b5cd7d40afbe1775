package org.sqlvm.engine.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sqlvm.engine.data.TextEncoding;
import org.sqlvm.engine.plan.options.PlanOptions;
import org.sqlvm.engine.plan.options.Rule;
import org.sqlvm.engine.plan.options.VectorUse;
import org.sqlvm.engine.prepare.Preparation;
import org.sqlvm.engine.program.Program.PlanLine;
import org.sqlvm.engine.row.function.Registered;
import org.sqlvm.engine.schema.DatabaseId;
import org.sqlvm.engine.schema.KnownRows;
import org.sqlvm.engine.schema.Schema;
import org.sqlvm.engine.schema.SchemaLoader;
import org.sqlvm.engine.schema.SchemaLoader.Row;
import org.sqlvm.engine.schema.SchemaLoader.Statistic;
import org.sqlvm.engine.sql.Parser;
import org.sqlvm.engine.sql.tree.Select;
import org.sqlvm.engine.sql.tree.Statement;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Golden files of plans, {@code src/test/resources/plan/*.plan}: a query, and the lines of its plan
 * below it, indented. Lines before it describe the database:
 *
 * <pre>
 * CREATE …;                a table, an index
 * rows TABLE COUNT         how many rows its tree seems to have
 * stat TABLE INDEX TEXT    a row of sqlite_stat1
 * off RULE …               rules that the next query does without
 * vectors USE              which scans run on vectors from here on; none at the beginning
 * </pre>
 *
 * With the system property {@code golden.update} the files are written anew.
 */
final class GoldenPlansTest {
    private static final Path FOLDER = Path.of("src/test/resources/plan");

    private final List<Row> rows = new ArrayList<>();
    private final List<Statistic> statistics = new ArrayList<>();
    private final Map<String, Long> sizes = new HashMap<>();
    private final Set<Rule> rulesOff = EnumSet.noneOf(Rule.class);
    private VectorUse vectors = VectorUse.NEVER;

    static Stream<String> files() throws IOException {
        try (Stream<Path> files = Files.list(FOLDER)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList().stream();
        }
    }

    @ParameterizedTest
    @MethodSource("files")
    void plansAreTheWrittenOnes(String name) throws IOException {
        Path file = FOLDER.resolve(name);
        String expected = Files.readString(file);
        String actual = withPlans(expected.lines().toList());
        assertFalse(rows.isEmpty(), "no schema in " + file);
        if (System.getProperty("golden.update") != null) {
            Files.writeString(file, actual);
        }
        assertEquals(expected, actual);
    }

    /** The file with the plans that there are. */
    private String withPlans(List<String> lines) {
        StringBuilder text = new StringBuilder();
        for (String line : lines) {
            if (line.startsWith(" ")) {
                continue; // An earlier plan.
            }
            text.append(line).append('\n');
            String[] words = line.split(" ", 4);
            switch (words[0]) {
                case "CREATE" -> create(line);
                case "rows" -> sizes.put(words[1], Long.valueOf(words[2]));
                case "stat" ->
                    statistics.add(new Statistic(
                            words[1], words[2].equals("-") ? null : words[2], words[3]));
                case "off" ->
                    Arrays.stream(words).skip(1).map(Rule::named).forEach(rulesOff::addAll);
                case "vectors" -> vectors = VectorUse.valueOf(words[1].toUpperCase(Locale.ROOT));
                case "", "#" -> {}
                default -> {
                    draw(plan(line), 0, "    ", text);
                    rulesOff.clear();
                }
            }
        }
        return text.toString();
    }

    private void create(String sql) {
        int root = rows.size() + 2;
        String table;
        String name;
        String type;
        switch (Parser.parse(sql, 0).statement()) {
            case Statement.CreateTable tree -> {
                name = tree.name().name().text();
                table = name;
                type = "table";
            }
            case Statement.CreateIndex tree -> {
                name = tree.name().name().text();
                table = tree.table().text();
                type = "index";
            }
            case Statement tree -> throw new IllegalArgumentException(tree.toString());
        }
        rows.add(new Row(type, name, table, root, sql));
    }

    private List<PlanLine> plan(String sql) {
        Schema schema = SchemaLoader.load(
                DatabaseId.MAIN,
                rows,
                statistics,
                List.of(),
                table -> sizes.getOrDefault(table.name(), 0L),
                SchemaLoader.Reading.of(Preparation.idle(TextEncoding.UTF8, Registered.NONE)),
                new KnownRows());
        Select tree = (Select) Parser.parse(sql, 0).statement();
        PlanOptions options = new PlanOptions(TextEncoding.UTF8, Set.copyOf(rulesOff), vectors);
        return Planner.plan(tree, sql, schema, options).queryPlan();
    }

    private static void draw(List<PlanLine> lines, int parent, String indent, StringBuilder into) {
        for (PlanLine line : lines) {
            if (line.parent() == parent) {
                into.append(indent).append(line.detail()).append('\n');
                draw(lines, line.id(), indent + "  ", into);
            }
        }
    }
}
