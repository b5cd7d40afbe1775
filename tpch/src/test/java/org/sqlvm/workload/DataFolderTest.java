package org.sqlvm.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

import java.nio.file.Path;
import java.util.Map;

/** Nothing is left in the folder that a command is started in. */
final class DataFolderTest {
    @Test
    void isAmongTheCachesOfTheUser() {
        assertEquals(
                Path.of("/home/ada/.cache/sqlvm/tpch"),
                DataFolder.of("tpch", Map.of(), "/home/ada"));
        assertEquals(
                Path.of("/caches/sqlvm/taxi"),
                DataFolder.of("taxi", Map.of("XDG_CACHE_HOME", "/caches"), "/home/ada"));
        assertEquals(
                Path.of("/home/ada/.cache/sqlvm/tpch"),
                DataFolder.of("tpch", Map.of("XDG_CACHE_HOME", "here"), "/home/ada"));
    }
}
