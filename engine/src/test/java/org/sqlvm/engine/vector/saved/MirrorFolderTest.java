package org.sqlvm.engine.vector.saved;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.TreeSet;

/** Which files stay in the folder of saved mirrors. */
final class MirrorFolderTest {
    private static final int SIZE = 1000;

    @TempDir
    private Path folder;

    private Path file(String name, Duration age) throws IOException {
        Path path = Files.write(folder.resolve(name), new byte[SIZE]);
        Files.setLastModifiedTime(path, FileTime.from(Instant.now().minus(age)));
        return path;
    }

    private TreeSet<String> names() throws IOException {
        TreeSet<String> names = new TreeSet<>();
        try (var files = Files.list(folder)) {
            files.forEach(path -> names.add(path.getFileName().toString()));
        }
        return names;
    }

    private void checkNames(String... names) throws IOException {
        assertEquals(String.join(" ", names), String.join(" ", names()));
    }

    @Test
    void theLeastRecentlyUsedIsDeleted() throws IOException {
        file("a.mirror", Duration.ofHours(2));
        Path used = file("b.mirror", Duration.ofHours(3));
        file("c.mirror", Duration.ofHours(1));
        file("c.mirror-lock", Duration.ofHours(9));
        MirrorFolder.evict(folder, 4 * SIZE);
        checkNames("a.mirror", "b.mirror", "c.mirror", "c.mirror-lock");
        MirrorFolder.use(used);
        MirrorFolder.evict(folder, 3 * SIZE);
        checkNames("b.mirror", "c.mirror", "c.mirror-lock");
        MirrorFolder.evict(folder, 2 * SIZE);
        checkNames("b.mirror", "c.mirror-lock");
    }

    @Test
    void allThatWasNotUsedForLongIsDeleted() throws IOException {
        MirrorFolder.tag(folder);
        Files.setLastModifiedTime(folder.resolve("CACHEDIR.TAG"), FileTime.fromMillis(0));
        file("a.mirror", Duration.ofDays(31));
        file("b.mirror-draft", Duration.ofDays(31));
        file("c.mirror", Duration.ofDays(29));
        MirrorFolder.evict(folder);
        checkNames("CACHEDIR.TAG", "c.mirror");
        MirrorFolder.tag(folder);
        checkNames("CACHEDIR.TAG", "c.mirror");
        assertTrue(Files.readString(folder.resolve("CACHEDIR.TAG"))
                .startsWith("Signature: 8a477f597d28d172789f06886806bc55"));
    }
}
