package org.sqlvm.language;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.graalvm.polyglot.Context;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;
import org.sqlvm.api.Database;
import org.sqlvm.language.classfile.ClassCounts;

import java.util.List;
import java.util.Map;

/** Tests of the Java API on a database in memory, in a context of its own for each test. */
public abstract class DatabaseTestCase {
    private final String[] languages;

    Context context;
    protected Database database;

    /** @param languages those of the context beside sqlvm */
    protected DatabaseTestCase(String... languages) {
        this.languages = languages;
    }

    @BeforeEach
    final void openDatabase() {
        String[] all = new String[languages.length + 1];
        all[0] = SqlvmLanguage.ID;
        System.arraycopy(languages, 0, all, 1, languages.length);
        context = Context.newBuilder(all)
                .allowAllAccess(true)
                .allowExperimentalOptions(true)
                .option("engine.WarnInterpreterOnly", "false")
                .options(options())
                .build();
        database = another();
    }

    @AfterEach
    final void closeDatabase() {
        database.close();
        context.close();
    }

    /** Returns more options of the context. */
    Map<String, String> options() {
        return Map.of();
    }

    /** A new database of the same context. */
    final Database another() {
        return open(":memory:");
    }

    protected final Database open(String path) {
        return context.getBindings(SqlvmLanguage.ID)
                .getMember("open")
                .execute(path)
                .getMember("host")
                .asHostObject();
    }

    /** The values of all rows, one after the other. */
    protected final List<Object> all(String sql, Object... parameters) {
        return AllRows.all(database, sql, parameters);
    }

    static String message(Class<? extends Exception> type, Executable work) {
        return assertThrows(type, work).getMessage();
    }

    /** Each test on programs of nodes, and on those that are classes from their first run on. */
    @ParameterizedClass
    @ValueSource(booleans = {false, true})
    abstract static class OnNodesAndClasses extends DatabaseTestCase {
        private static long classesBefore;

        @Parameter
        private boolean asClasses;

        OnNodesAndClasses(String... languages) {
            super(languages);
        }

        @Override
        final Map<String, String> options() {
            return Map.of(
                    "sqlvm.ClassFiles", asClasses ? "always" : "never", "sqlvm.ClassDelay", "0");
        }

        @BeforeAll
        static void countClasses() {
            classesBefore = ClassCounts.madeCount();
        }

        @AfterAll
        static void someWereClasses() {
            assertTrue(ClassCounts.madeCount() > classesBefore, ClassCounts::report);
        }
    }
}
