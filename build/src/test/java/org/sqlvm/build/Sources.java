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

/** The Java files of all modules, without what was generated. */
final class Sources {
    static final Path ROOT = Path.of(System.getProperty("sqlvm.root")).toAbsolutePath();

    private static final Set<String> FOLDERS =
            Set.of("build", "engine", "language", "interop", "dist", "bench", "tpch");

    private Sources() {}

    /** All files in the order of their names, so that findings come out in the same order. */
    static List<Path> java() throws IOException {
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
                    if (file.toString().endsWith(".java")) {
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
