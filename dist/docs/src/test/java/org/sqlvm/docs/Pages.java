package org.sqlvm.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The pages of the repository. */
final class Pages {
    static final Path ROOT = Path.of(System.getProperty("sqlvm.root")).toAbsolutePath();

    private static final String MARKDOWN = ".md";

    private Pages() {}

    /** Those whose code is run: the README and the pages of the site. */
    static List<Path> all() throws IOException {
        List<Path> pages = new ArrayList<>(List.of(ROOT.resolve("README.md")));
        pages.addAll(below(ROOT.resolve("docs")));
        return pages;
    }

    /** Those whose links are followed: the pages in the root, too. */
    static List<Path> withLinks() throws IOException {
        List<Path> pages = new ArrayList<>();
        try (Stream<Path> files = Files.list(ROOT)) {
            files.filter(file -> file.toString().endsWith(MARKDOWN)).sorted().forEach(pages::add);
        }
        pages.addAll(below(ROOT.resolve("docs")));
        return pages;
    }

    static String name(Path page) {
        return ROOT.relativize(page).toString().replace('\\', '/');
    }

    private static List<Path> below(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(MARKDOWN))
                    .sorted()
                    .toList();
        }
    }
}
