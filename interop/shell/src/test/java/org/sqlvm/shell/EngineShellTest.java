package org.sqlvm.shell;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

import java.util.stream.Stream;

/** The calls of {@link ShellTest} with our own engine behind the shell: then nothing may differ. */
@EnabledIfSystemProperty(named = "sqlvm.shell.engine", matches = "true")
class EngineShellTest extends ShellTest {
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
        return databases;
    }
}
