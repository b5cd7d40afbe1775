package org.sqlvm.test.cliffs;

import java.util.List;
import java.util.stream.Stream;

/** The dimensions in which {@code ./sqlvm cliffs} lets statements grow. */
final class Cliffs {
    static final List<Cliff> ALL = Stream.of(
                    CliffLists.ALL,
                    CliffColumns.ALL,
                    CliffQueries.ALL,
                    CliffObjects.ALL,
                    CliffRows.ALL,
                    CliffJoins.ALL,
                    CliffTexts.ALL)
            .flatMap(List::stream)
            .toList();

    private Cliffs() {}
}
