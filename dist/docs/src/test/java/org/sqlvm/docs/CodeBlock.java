package org.sqlvm.docs;

import java.util.List;

/**
 * A fenced block of a page.
 *
 * @param line the line of its fence, from 1
 * @param language the language of the fence; empty for none
 * @param title the file that it is; null for none
 * @param notRun the reason why it is not run; null for one that is
 */
record CodeBlock(int line, String language, String title, String notRun, List<String> lines) {
    String text() {
        return String.join("\n", lines) + "\n";
    }
}
