package org.sqlvm.test.file;

import java.util.List;
import java.util.function.IntFunction;

/** The kinds of tables that are written in turns. */
public enum TurnsKind {
    ROWS(count -> TurnsFile.all().subList(0, Math.min(count, TurnsFile.all().size()))),
    FTS5(SearchTurns::some),
    FTS4(FullTextTurns::some),
    RTREE(RtreeTurns::some);

    private final IntFunction<List<TurnsForm>> forms;

    TurnsKind(IntFunction<List<TurnsForm>> forms) {
        this.forms = forms;
    }

    /** Returns at most {@code count} forms of this kind. */
    public List<TurnsForm> forms(int count) {
        return forms.apply(count);
    }
}
