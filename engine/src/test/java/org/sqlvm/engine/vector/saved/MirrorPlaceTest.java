package org.sqlvm.engine.vector.saved;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.Map;

/** Which file the option means. */
final class MirrorPlaceTest {
    private static final Map<String, String> NOTHING = Map.of();

    @TempDir
    private Path folder;

    @Test
    void noFile() {
        assertNull(MirrorPlace.of("off", 0, NOTHING));
        assertNull(MirrorPlace.of("OFF", 0, NOTHING));
        assertNull(MirrorPlace.of("", 0, NOTHING));
        assertNull(MirrorPlace.of("cache", 0, NOTHING).file("", true));
    }

    @Test
    void theFolderOfCaches() {
        Path home = Path.of(System.getProperty("user.home"), ".cache", "sqlvm", "mirror");
        Path of = MirrorPlace.of("cache", 0, NOTHING).file("/data/a.db", true);
        assertEquals(home, of.getParent());
        assertTrue(of.getFileName().toString().startsWith("a.db-"), of::toString);
        Map<String, String> set = Map.of("XDG_CACHE_HOME", folder.toString());
        MirrorPlace place = MirrorPlace.of("cache", 0, set);
        assertEquals(
                folder.resolve("sqlvm/mirror"), place.file("/data/a.db", true).getParent());
        assertEquals(place.file("/data/a.db", true), place.file("/data/a.db", false));
        assertNotEquals(place.file("/data/a.db", true), place.file("/other/a.db", true));
        MirrorPlace relative = MirrorPlace.of("cache", 0, Map.of("XDG_CACHE_HOME", "here"));
        assertEquals(home, relative.file("/data/a.db", true).getParent());
    }

    @Test
    void aPath() {
        Path file = folder.resolve("m");
        MirrorPlace single = MirrorPlace.of(file.toString(), 0, NOTHING);
        assertEquals(file, single.file("/data/a.db", true));
        assertNull(single.file("/data/attached.db", false));
        MirrorPlace several = MirrorPlace.of(folder.toString(), 0, NOTHING);
        assertEquals(folder, several.file("/data/attached.db", false).getParent());
    }
}
