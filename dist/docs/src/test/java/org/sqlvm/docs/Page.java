package org.sqlvm.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A page of the documentation: its code blocks, its links and the anchors of its headings. Knows as
 * much of Markdown as the pages use.
 */
record Page(Path file, List<CodeBlock> blocks, List<Link> links, List<String> anchors) {
    private static final Pattern FENCE =
            Pattern.compile("( *)(`{3,})(\\w*)(?: +title=\"([^\"]*)\")?(?: +\\S.*)?");
    private static final Pattern NOT_RUN = Pattern.compile("\\s*<!-- not run: (.+) -->");
    private static final Pattern HEADING = Pattern.compile("#{1,6} +(.+?)(?: *\\{#(\\S+)})?");
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)(?: \"[^\"]*\")?\\)");
    private static final Pattern ELEMENT_LINK = Pattern.compile("(?:href|src|srcset)=\"([^\"]+)\"");
    private static final Pattern CODE_SPAN = Pattern.compile("(`+)(?!`).*?(?<!`)\\1(?!`)");
    /**
     * The characters that GitHub leaves out of an anchor: all but letters, digits, hyphens,
     * underscores, blanks.
     */
    private static final Pattern NOT_IN_ANCHOR =
            Pattern.compile("[^\\w\\- ]", Pattern.UNICODE_CHARACTER_CLASS);

    /** @param line the line of the page, from 1 */
    record Link(String target, int line) {}

    static Page read(Path file) throws IOException {
        Page page = new Page(file, new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        List<String> lines = Files.readAllLines(file);
        Map<String, Integer> seen = new HashMap<>();
        String notRun = null;
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            Matcher fence = FENCE.matcher(line);
            if (fence.matches()) {
                i = page.addBlock(lines, i, fence, notRun);
                notRun = null;
                continue;
            }
            Matcher reason = NOT_RUN.matcher(line);
            if (reason.matches()) {
                notRun = reason.group(1);
                continue;
            }
            Matcher heading = HEADING.matcher(line);
            if (heading.matches()) {
                page.anchors.add(
                        heading.group(2) != null
                                ? heading.group(2)
                                : anchor(heading.group(1), seen));
            }
            page.addLinks(line, i + 1);
        }
        return page;
    }

    /** Adds the block that begins at line {@code start}, and gives the line of its end. */
    private int addBlock(List<String> lines, int start, Matcher fence, String notRun) {
        int indent = fence.group(1).length();
        List<String> body = new ArrayList<>();
        int i = start + 1;
        while (i < lines.size() && !lines.get(i).strip().equals(fence.group(2))) {
            String line = lines.get(i++);
            body.add(line.substring(Math.min(indent, line.length())));
        }
        blocks.add(new CodeBlock(start + 1, fence.group(3), fence.group(4), notRun, body));
        return i;
    }

    private void addLinks(String line, int number) {
        String text = CODE_SPAN.matcher(line).replaceAll("");
        for (Pattern pattern : List.of(LINK, ELEMENT_LINK)) {
            Matcher link = pattern.matcher(text);
            while (link.find()) {
                links.add(new Link(link.group(1), number));
            }
        }
    }

    /** The anchor that GitHub, and the site likewise, gives a heading. */
    private static String anchor(String heading, Map<String, Integer> seen) {
        String text = heading.replaceAll("\\[([^]]*)]\\([^)]*\\)", "$1").toLowerCase(Locale.ROOT);
        String plain = NOT_IN_ANCHOR.matcher(text).replaceAll("").replace(' ', '-');
        int count = seen.merge(plain, 1, Integer::sum);
        return count == 1 ? plain : plain + "-" + (count - 1);
    }
}
