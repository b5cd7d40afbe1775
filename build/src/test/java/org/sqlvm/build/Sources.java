package org.sqlvm.build;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** The source files of all modules, without generated ones. */
final class Sources {
    static final Path ROOT = Path.of(System.getProperty("sqlvm.root")).toAbsolutePath();

    private static final Set<String> FOLDERS =
            Set.of("build", "engine", "language", "interop", "dist", "bench", "tpch");

    private Sources() {}

    static List<Path> java() throws IOException {
        return named(".java");
    }

    /**
     * Returns the files whose names have one of the endings, sorted, so that findings always come
     * out in the same order.
     */
    static List<Path> named(String... endings) throws IOException {
        List<Path> files = new ArrayList<>();
        for (String folder : FOLDERS) {
            Files.walkFileTree(ROOT.resolve(folder), new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes a) {
                    boolean built = directory.endsWith("target");
                    return built ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes a) {
                    if (Stream.of(endings).anyMatch(file.toString()::endsWith)) {
                        files.add(file);
                    }
                    return FileVisitResult.CONTINUE;
                }
            });
        }
        files.sort(null);
        return files;
    }

    /** The name of a file as a finding prints it, and as an editor opens it. */
    static String name(Path file) {
        return ROOT.relativize(file).toString().replace('\\', '/');
    }
}
