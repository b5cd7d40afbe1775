package org.sqlvm.language;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.sqlvm.api.ModuleTable;
import org.sqlvm.api.ScanPlan;
import org.sqlvm.api.ScanRequest;
import org.sqlvm.api.TableCursor;
import org.sqlvm.api.TableModule;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/** Modules are asked what SQLite would ask them for a plan, and no more. */
final class QuestionsTest extends DatabaseTestCase {
    private final SortedSet<String> questions = new TreeSet<>();

    /** The values that cursors got. */
    private final List<String> filters = new ArrayList<>();

    /** A table that takes what the mode says, of three rows with their number in each column. */
    private record Asked(String name, String mode, SortedSet<String> log, List<String> filters)
            implements ModuleTable {
        @Override
        public String declaration() {
            return "CREATE TABLE x(a, b, c)";
        }

        @Override
        public ScanPlan plan(ScanRequest request) {
            ScanPlan plan = ScanPlan.all();
            int taken = 0;
            for (int i = 0; i < request.conditions().size(); i++) {
                ScanRequest.Condition condition = request.conditions().get(i);
                boolean takes = switch (condition.operator()) {
                    case EQ -> mode.contains("eq");
                    case LIMIT, OFFSET -> mode.contains("lim");
                    default -> false;
                };
                if (takes && condition.isList() && mode.contains("in")) {
                    plan = plan.withList(i, true);
                } else if (takes) {
                    plan = plan.with(i, true);
                }
                taken += takes ? 1 : 0;
            }
            log.add(question(request));
            double share = mode.contains("costly") ? 1 + taken : 1.0 / (1 + taken * 10);
            ScanPlan costed = plan.withCost(1000 * share, 100 * share);
            return mode.contains("ord") ? costed.inOrder() : costed;
        }

        private String question(ScanRequest request) {
            List<String> conditions = new ArrayList<>();
            request.conditions().forEach(each -> conditions.add(shown(each)));
            request.unusable().forEach(each -> conditions.add("!" + shown(each)));
            List<String> order = request.order().stream()
                    .map(each -> each.column() + (each.descending() ? " desc" : ""))
                    .toList();
            int need = (request.grouped() ? 1 : 0) + (request.distinct() ? 2 : 0);
            // As sqlite3_vtab_distinct() numbers it.
            int number = need == 3 ? 2 : need == 2 ? 3 : need;
            return "%s %s by %s need %d uses %d"
                    .formatted(name, conditions, order, number, request.columnsUsed());
        }

        private static String shown(ScanRequest.Condition condition) {
            boolean counts = condition.operator() == ScanRequest.Operator.LIMIT
                    || condition.operator() == ScanRequest.Operator.OFFSET;
            String operator = switch (condition.operator()) {
                case IS_NULL -> "ISNULL";
                case IS_NOT_NULL -> "NOTNULL";
                case IS_NOT -> "ISNOT";
                default -> condition.operator().name();
            };
            Object value = condition.value();
            String known = value instanceof String text ? "'" + text + "'" : "" + value;
            return operator
                    + (counts ? "" : condition.column())
                    + (condition.isList() ? " list" : "")
                    + (value == null ? "" : "=" + known);
        }

        @Override
        public TableCursor open() {
            return new TableCursor() {
                private long place;

                @Override
                public void filter(ScanPlan plan, Object[] arguments) {
                    filters.add(Arrays.toString(arguments));
                    place = -1;
                }

                @Override
                public boolean next() {
                    place++;
                    return place < 3;
                }

                @Override
                public Object column(int column) {
                    return place;
                }

                @Override
                public long rowid() {
                    return place;
                }
            };
        }
    }

    private void create(String mode) {
        TableModule module = call -> new Asked(call.table(), mode, questions, filters);
        database.createModule("asked", module);
        for (String table : List.of("t", "u")) {
            database.execute("DROP TABLE IF EXISTS " + table);
            database.execute("CREATE VIRTUAL TABLE " + table + " USING asked");
        }
    }

    private static List<String> trace() throws IOException {
        try (InputStream in = QuestionsTest.class.getResourceAsStream("/virtual/questions.trace")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        }
    }

    @Test
    void questionsOfSqlite() throws IOException {
        create("none");
        database.execute("CREATE TABLE o(x, y)");
        database.execute("INSERT INTO o VALUES (1, 1), (2, 2)");
        String mode = "none";
        SortedSet<String> expected = new TreeSet<>();
        String statement = null;
        for (String line : trace()) {
            if (!line.startsWith("> ")) {
                expected.add(line.strip());
                continue;
            }
            check(statement, expected);
            String[] parts = line.substring(2).split(": ", 2);
            if (!mode.equals(parts[0])) {
                mode = parts[0];
                create(mode);
            }
            statement = parts[1];
            expected.clear();
        }
        check(statement, expected);
    }

    private void check(String statement, SortedSet<String> expected) {
        if (statement != null) {
            questions.clear();
            database.prepare(statement).close();
            assertEquals(String.join("\n", expected), String.join("\n", questions), statement);
        }
    }

    /** The table is read once for each value of a list only if that costs less. */
    @Test
    void listsThatCostMore() {
        create("eq");
        assertEquals(6, all("SELECT a FROM t WHERE a IN (5, 6)").size());
        assertEquals(List.of("[5]", "[6]"), filters);
        filters.clear();
        create("costly eq");
        assertEquals(List.of(1L, 2L), all("SELECT a FROM t WHERE a IN (1, 2)"));
        assertEquals(List.of("[]"), filters);
    }

    /** A literal that was looked at is not that of another text. */
    @Test
    void literalsThatDecide() {
        create("none");
        for (int i = 0; i < 3; i++) {
            questions.clear();
            database.prepare("SELECT a FROM t WHERE b = " + i).close();
            assertEquals("t [EQ1=" + i + "] by [] need 0 uses 3", questions.first());
        }
    }
}
