package org.sqlvm.engine.vector.saved;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The user's folder of saved mirrors. Those that have not been used for the longest time are
 * deleted, so that the folder stays small. When a mirror was used is the time of its file.
 */
public final class MirrorFolder {
    static final String EXTENSION = ".mirror";

    /** Most bytes of all files, and the share of the free space that they may take. */
    private static final long BYTES_MAX = 8L << 30;

    private static final int FREE_SHARE = 4;

    private static final Duration UNUSED_MAX = Duration.ofDays(30);

    /** The time of a file is set once in this time. */
    private static final Duration USE = Duration.ofMinutes(10);

    /** Backup programs leave out folders with such a file: bford.info/cachedir. */
    private static final String TAG = "CACHEDIR.TAG";

    private static final String TAG_TEXT = "Signature: 8a477f597d28d172789f06886806bc55\n"
            + "# Decoded columns of databases, which sqlvm has saved for the next process.\n"
            + "# This folder may be deleted at any time.\n";

    private record Use(Path path, long size, Instant time) {}

    private MirrorFolder() {}

    /** Marks a folder as one that backup programs leave out. */
    static void tag(Path folder) throws IOException {
        Path tag = folder.resolve(TAG);
        if (!Files.exists(tag)) {
            Path draft = Files.createTempFile(folder, TAG, null);
            Files.writeString(draft, TAG_TEXT);
            try {
                Files.move(draft, tag);
            } catch (FileAlreadyExistsException _) {
                Files.delete(draft);
            }
        }
    }

    /** Notes that a mirror is used. */
    static void use(Path path) throws IOException {
        Instant now = Instant.now();
        if (Files.getLastModifiedTime(path).toInstant().isBefore(now.minus(USE))) {
            Files.setLastModifiedTime(path, FileTime.from(now));
        }
    }

    /** Deletes the mirrors that were not used the longest, until the others are few enough. */
    static void evict(Path folder) throws IOException {
        long free = Files.getFileStore(folder).getUsableSpace();
        evict(folder, Math.min(BYTES_MAX, free / FREE_SHARE));
    }

    /** @param bytesMax the most bytes of all files */
    static void evict(Path folder, long bytesMax) throws IOException {
        List<Use> uses = new ArrayList<>();
        long all = 0;
        try (Stream<Path> files = Files.list(folder)) {
            for (Path path : files.filter(Files::isRegularFile).toList()) {
                Use use = new Use(
                        path, Files.size(path), Files.getLastModifiedTime(path).toInstant());
                uses.add(use);
                all += use.size;
            }
        }
        long rest = all;
        Instant oldest = Instant.now().minus(UNUSED_MAX);
        uses.sort(Comparator.comparing(Use::time));
        for (Use use : uses) {
            boolean mirror = use.path.toString().endsWith(EXTENSION);
            boolean unused = use.time.isBefore(oldest);
            // Drafts and locks of processes that have ended are old.
            boolean left = unused && !use.path.endsWith(TAG);
            if (left || (mirror && rest > bytesMax)) {
                Files.deleteIfExists(use.path);
                rest -= use.size;
            }
        }
    }
}
