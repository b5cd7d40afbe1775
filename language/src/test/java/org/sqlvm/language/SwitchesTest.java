package org.sqlvm.language;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Value;
import org.graalvm.polyglot.proxy.ProxyExecutable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sqlvm.api.Aggregate;
import org.sqlvm.api.Arguments;
import org.sqlvm.api.Database;
import org.sqlvm.api.Result;
import org.sqlvm.api.Rows;

/** Switching parts off, to measure them, changes no answer. */
final class SwitchesTest {
    private static final String SOURCE = "(SELECT value, CASE value % 5 WHEN 0 THEN NULL"
            + " WHEN 1 THEN value / 2.0 WHEN 2 THEN 'text' ELSE value END AS mixed"
            + " FROM generate_series(1, 3000))";

    private static final class Sum implements Aggregate {
        private double sum;

        @Override
        public void step(Arguments arguments) {
            sum += arguments.getDouble(0);
        }

        @Override
        public void finish(Result result) {
            result.setDouble(sum);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"unnested", "memo,,share", "MEMO"})
    void onlyRulesThatExistCanBeSwitchedOff(String names) {
        Context.Builder builder = Context.newBuilder(SqlvmLanguage.ID)
                .allowExperimentalOptions(true)
                .option("sqlvm.RulesOff", names);
        IllegalArgumentException refused =
                assertThrows(IllegalArgumentException.class, builder::build);
        assertTrue(refused.getMessage().contains("in-to-join, indexed-expressions, memo"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"Inlining=false", "TypeProfiles=false", "BatchRows=1"})
    void answersAreTheSame(String named) {
        String[] parts = named.split("=", -1);
        try (Context context = Context.newBuilder(SqlvmLanguage.ID)
                .allowAllAccess(true)
                .allowExperimentalOptions(true)
                .option("sqlvm." + parts[0], parts[1])
                .build()) {
            Value database =
                    context.getBindings(SqlvmLanguage.ID).getMember("open").execute(":memory:");
            Database host = database.getMember("host").asHostObject();
            host.createFunction("twice", (double x) -> 2 * x);
            host.createAggregate("total_of", 1, Sum::new);
            ProxyExecutable guest = arguments -> {
                if (arguments[0].asLong() < 0) {
                    throw new IllegalStateException("negative");
                }
                return arguments[0].asLong() + 1;
            };
            database.getMember("createFunction").execute("next_of", 1, guest);
            assertEquals("1801200 600 9003000.0 4501500.0 4504500", text(host));
            assertThrows(
                    RuntimeException.class,
                    () -> text(host, "SELECT next_of(-value) FROM generate_series(1, 10)"));
        }
    }

    private static String text(Database database) {
        return text(
                database,
                "SELECT sum(mixed) FILTER (WHERE typeof(mixed) = 'integer') || ' '"
                        + " || count(*) FILTER (WHERE mixed IS NULL) || ' '"
                        + " || sum(twice(value)) || ' ' || total_of(value) || ' '"
                        + " || sum(next_of(value)) FROM " + SOURCE);
    }

    private static String text(Database database, String sql) {
        try (Rows rows = database.query(sql)) {
            String last = null;
            while (rows.next()) {
                last = rows.getText(0);
            }
            return last;
        }
    }
}
