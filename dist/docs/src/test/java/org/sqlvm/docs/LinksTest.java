package org.sqlvm.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Links between pages lead to files that are there and to headings that they have. */
final class LinksTest {
    private static final Pattern ELSEWHERE = Pattern.compile("(https?|mailto):.*");
    private static final Pattern NAVIGATION =
            Pattern.compile("([\\w./-]+\\.md)$", Pattern.MULTILINE);

    @Test
    void everyLinkLeadsSomewhere() throws IOException {
        List<String> broken = new ArrayList<>();
        int count = 0;
        for (Path file : Pages.withLinks()) {
            Page page = Page.read(file);
            for (Page.Link link : page.links()) {
                count++;
                String fault = fault(page, link.target());
                if (fault != null) {
                    broken.add(Pages.name(file) + ":" + link.line() + ": " + link.target() + fault);
                }
            }
        }
        assertEquals("", String.join("\n", broken));
        assertTrue(count > 50, "found too few links: " + count);
    }

    /** The site refuses others as well, but is built more rarely. */
    @Test
    void everyPageIsInTheNavigation() throws IOException {
        String settings = Files.readString(Pages.ROOT.resolve("mkdocs.yml"));
        Matcher entry = NAVIGATION.matcher(settings.substring(settings.indexOf("\nnav:")));
        Set<String> named = new TreeSet<>();
        while (entry.find()) {
            // The folder project has the pages of the repository's root.
            if (!entry.group(1).startsWith("project/")) {
                named.add("docs/" + entry.group(1));
            }
        }
        Set<String> pages = new TreeSet<>();
        for (Path page : Pages.all()) {
            pages.add(Pages.name(page));
        }
        pages.remove("README.md");
        assertEquals(pages, named);
    }

    /** Returns the fault of a link; null if there is none. */
    private static String fault(Page page, String link) throws IOException {
        if (ELSEWHERE.matcher(link).matches()) {
            return null;
        }
        int hash = link.indexOf('#');
        String path = URI.create(hash < 0 ? link : link.substring(0, hash)).getPath();
        Path target =
                path.isEmpty() ? page.file() : page.file().resolveSibling(path).normalize();
        if (!Files.isRegularFile(target)) {
            return " is no file";
        }
        if (hash < 0 || !target.toString().endsWith(".md")) {
            return null;
        }
        boolean there = Page.read(target).anchors().contains(link.substring(hash + 1));
        return there ? null : " is no heading there";
    }
}
