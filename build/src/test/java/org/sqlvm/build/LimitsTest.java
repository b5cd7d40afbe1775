package org.sqlvm.build;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

final class LimitsTest {
    private static List<String> findings(int files, String... exceptions) {
        Path folder = Sources.ROOT.resolve("engine/x");
        Limits limits = new Limits();
        limits.folders(IntStream.range(0, files)
                .mapToObj(i -> folder.resolve("F" + i + ".java"))
                .toList());
        return limits.findings(List.of(exceptions));
    }

    @Test
    void whatIsTooLargeIsFoundUnlessItIsListed() {
        assertEquals(List.of(), findings(45));
        assertTrue(findings(46).getFirst().startsWith("files engine/x: 46, more than 45"));
        assertEquals(List.of(), findings(46, "# a comment", "", "files 46 engine/x: a reason"));
    }

    @Test
    void linesThatAreNotTrueAreFound() {
        assertTrue(findings(46, "files 47 engine/x: a reason").getFirst().contains("it is 46 now"));
        for (String line : List.of("files 46 engine/x: a reason", "files 46 engine/x", "?")) {
            assertTrue(findings(45, line).getFirst().contains("take out what is not large"));
        }
    }
}
