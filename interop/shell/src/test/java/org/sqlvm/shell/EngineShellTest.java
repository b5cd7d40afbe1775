package org.sqlvm.shell;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;

import java.util.stream.Stream;

/**
 * The calls of {@link ShellTest} with our own engine behind the shell: then nothing may differ but
 * what {@link Differences} explains, and such a call counts as skipped.
 */
class EngineShellTest extends ShellTest {
    private final Databases databases = new Databases();

    @AfterAll
    void closeDatabases() {
        databases.close();
    }

    @Override
    Stream<ShellCase> cases() {
        return ShellCases.forOurEngine().stream();
    }

    @Override
    Shell.DatabaseSource databases() {
        return databases;
    }

    @Override
    void compare(ShellCase call, String expected, String actual) {
        if (!expected.equals(actual)) {
            String why = Differences.explanation(call);
            Assumptions.assumeTrue(why == null, () -> call + ": " + why);
        }
        super.compare(call, expected, actual);
    }
}
