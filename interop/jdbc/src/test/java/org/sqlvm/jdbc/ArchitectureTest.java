package org.sqlvm.jdbc;

import org.junit.jupiter.api.Test;
import org.sqlvm.build.Layers;

import java.util.List;

/** The driver stands on packages that do not know it. */
final class ArchitectureTest {
    private static final Layers LAYERS =
            new Layers("org.sqlvm.jdbc", List.of("", "link", "value", "settings", "error"));

    @Test
    void layersKnowOnlyThoseBelow() {
        LAYERS.check(Layers.read("org.sqlvm.jdbc"));
    }
}
