package org.sqlvm.shell;

import org.junit.jupiter.api.Test;
import org.sqlvm.build.Layers;

import java.util.List;

/** The shell is a stack of packages; none knows what stands above it. */
final class ArchitectureTest {
    private static final Layers LAYERS = new Layers(
            "org.sqlvm.shell",
            List.of("", "command", "recover", "session", "mode", "text", "terminal"));

    @Test
    void layersKnowOnlyThoseBelow() {
        LAYERS.check(Layers.read("org.sqlvm.shell"));
    }
}
