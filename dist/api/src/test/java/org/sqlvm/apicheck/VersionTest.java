package org.sqlvm.apicheck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.graalvm.polyglot.Engine;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sqlvm.jdbc.SqlvmDriver;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Every file that states the version states that of the build, which is the property
 * {@code revision}.
 */
final class VersionTest {
    private static final Path ROOT = Path.of(System.getProperty("sqlvm.root"));
    private static final String VERSION = System.getProperty("revision").replace("-SNAPSHOT", "");

    /** The shell says that of the language. */
    @Test
    void language() {
        try (Engine engine = Engine.newBuilder("sqlvm")
                .option("engine.WarnInterpreterOnly", "false")
                .build()) {
            assertEquals(VERSION, engine.getLanguages().get("sqlvm").getVersion());
        }
    }

    @Test
    void driver() {
        SqlvmDriver driver = new SqlvmDriver();
        String minor = driver.getMajorVersion() + "." + driver.getMinorVersion() + ".";
        assertTrue(VERSION.startsWith(minor), VERSION);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"jdbc", "java-python", "spring", "spring-jpa", "threads", "csv-to-parquet"})
    void projects(String name) throws IOException {
        String pom =
                Files.readString(ROOT.resolve("dist/projects").resolve(name).resolve("pom.xml"));
        assertTrue(pom.contains("<sqlvm.version>" + VERSION + "</sqlvm.version>"), name);
    }
}
