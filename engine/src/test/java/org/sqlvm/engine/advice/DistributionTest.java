package org.sqlvm.engine.advice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Messages name only what their reader has. */
final class DistributionTest {
    private static final String LIBRARY = "com.github.luben:zstd-jni";

    @TempDir
    Path folder;

    private Path jar(String name) throws IOException {
        Path jar = folder.resolve(name);
        Files.createDirectories(jar.getParent());
        return Files.createFile(jar);
    }

    private Path command() throws IOException {
        Path command = jar("sqlvm/bin/sqlvm");
        assertTrue(command.toFile().setExecutable(true));
        return command;
    }

    @Test
    void anArchiveHasACommandBesideItsJars() throws IOException {
        Path jar = jar("sqlvm/lib/sqlvm-engine.jar");
        assertEquals(new Distribution.Artifacts(), Distribution.of(jar), "no command");
        Path command = command();
        Distribution archive = Distribution.of(jar);
        assertEquals(new Distribution.Archive(command), archive);
        assertTrue(archive.compiler().contains('"' + command.toString() + " args\""));
        assertTrue(archive.language("js").contains('"' + command.toString() + " args js\""));
        assertEquals("", archive.language("ruby"), "an archive has no other languages");
        assertFalse(archive.missing("zstd", LIBRARY).contains(LIBRARY));
    }

    @Test
    void aWheelHasItsJarsInThePackage() throws IOException {
        Distribution wheel = Distribution.of(jar("site-packages/sqlvm/jars/sqlvm-engine.jar"));
        assertEquals(new Distribution.Wheel(), wheel);
        assertTrue(wheel.compiler().contains("sqlvm-graalpy"));
    }

    @Test
    void aBuildToolHasJarsByTheirNames() throws IOException {
        Distribution artifacts = Distribution.of(jar("org/sqlvm/1/sqlvm-engine-1.jar"));
        assertEquals(new Distribution.Artifacts(), artifacts);
        assertTrue(artifacts.missing("zstd", LIBRARY).contains(LIBRARY));
        assertTrue(artifacts.language("js").contains("org.graalvm.polyglot:js"));
    }

    @Test
    void noneButAnArchiveNamesItsCommands() {
        for (Distribution other : List.of(
                new Distribution.OneJar(),
                new Distribution.Wheel(),
                new Distribution.Artifacts())) {
            for (String advice : List.of(
                    other.compiler(), other.missing("zstd", LIBRARY), other.language("js"))) {
                assertFalse(advice.contains("sqlvm args"), advice);
                assertFalse(advice.contains(".md"), advice);
            }
        }
    }

    /** A property of Java is known to those alone who open contexts themselves. */
    @Test
    void eachDoorNamesItsOwnSetting() {
        for (Door door : Door.values()) {
            String advice = door.storedFunctions();
            assertEquals(door == Door.CONTEXT, advice.contains("sqlvm.StoredFunctions"), advice);
            assertEquals(door == Door.SHELL, advice.contains("-stored-functions"), advice);
        }
    }

    @Test
    void theOuterDoorCounts() {
        assertEquals(Door.CONTEXT, Door.current());
        assertEquals(Door.JAVA, Door.JAVA.openUnlessInside(Door::current));
        assertEquals(Door.JDBC, Door.JDBC.open(() -> Door.JAVA.openUnlessInside(Door::current)));
    }
}
