package org.sqlvm.shell;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;

/** The calls of {@link ShellTest} with our own engine behind the shell: then nothing may differ. */
class EngineShellTest extends ShellTest {
    private static final boolean ENABLED = Boolean.getBoolean("sqlvm.shell.engine");

    private final Databases databases = new Databases();

    @AfterAll
    void closeDatabases() {
        databases.close();
    }

    @Override
    Stream<ShellCase> cases() {
        return ShellCases.forAnyEngine().stream();
    }

    @Override
    Shell.DatabaseSource databases() {
        assumeTrue(ENABLED, "runs with -Dsqlvm.shell.engine=true");
        return databases;
    }
}
