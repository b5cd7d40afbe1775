package org.sqlvm.engine.virtual.fts3;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/** A node of the tree of a MATCH expression, and the row on which its evaluation stands. */
final class Query {
    /** In the order of how closely they bind, the closest first. */
    enum Kind {
        NEAR,
        NOT,
        AND,
        OR,
        PHRASE
    }

    Kind kind;
    /** How near the phrases of NEAR must be. */
    int distance;

    Query parent;
    Query left;
    Query right;
    /** Null unless it is a PHRASE. */
    Phrase phrase;

    long docid;
    boolean atEnd;
    boolean started;
    /** Whether all tokens are found in the rows only, not in the index. */
    boolean deferred;

    /** Its number, for matchinfo. */
    int number;
    /** For each column the numbers of hits and of rows with hits; null until they are counted. */
    int[] statistics;

    Query(Kind kind) {
        this.kind = kind;
    }

    static Query of(Phrase phrase) {
        Query made = new Query(Kind.PHRASE);
        made.phrase = phrase;
        return made;
    }

    boolean isPhrase() {
        return kind == Kind.PHRASE;
    }

    void setLeft(Query child) {
        left = child;
        if (child != null) {
            child.parent = this;
        }
    }

    void setRight(Query child) {
        right = child;
        if (child != null) {
            child.parent = this;
        }
    }

    /** Whether its parent is no NEAR. */
    boolean isOuterNear() {
        return kind == Kind.NEAR && (parent == null || parent.kind != Kind.NEAR);
    }

    /** The phrases that a row can have been found by: not those to the right of NOT. */
    List<Query> phrases() {
        List<Query> found = new ArrayList<>();
        addPhrases(found);
        return found;
    }

    private void addPhrases(List<Query> found) {
        if (isPhrase()) {
            found.add(this);
            return;
        }
        left.addPhrases(found);
        if (kind != Kind.NOT) {
            right.addPhrases(found);
        }
    }

    void forEachPhrase(BiConsumer<Query, Integer> work) {
        List<Query> found = phrases();
        for (int i = 0; i < found.size(); i++) {
            work.accept(found.get(i), i);
        }
    }
}
