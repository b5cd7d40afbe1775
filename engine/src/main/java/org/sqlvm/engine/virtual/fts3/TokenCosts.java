package org.sqlvm.engine.virtual.fts3;

import java.util.ArrayList;
import java.util.List;

/**
 * Chooses the tokens of a query that are so frequent that it is cheaper to look them up in the rows
 * that the other tokens find ("deferred tokens").
 */
final class TokenCosts {
    /** Levels up to which SQLite expects each token to leave a quarter of the rows. */
    private static final int FILTERS_MAX = 12;

    private final Evaluation evaluation;
    private final List<Phrase.Word> deferred;
    private final Definition definition;
    private final List<Cost> costs = new ArrayList<>();
    /** The operands of ORs, each of which is looked at alone. */
    private final List<Query> alternatives = new ArrayList<>();

    /** A token, and in how many overflow pages the index has its rows. */
    private record Cost(Query root, Phrase phrase, int number, int pages) {
        Phrase.Word word() {
            return phrase.words.get(number);
        }
    }

    TokenCosts(Evaluation evaluation, List<Phrase.Word> deferred) {
        this.evaluation = evaluation;
        this.deferred = deferred;
        definition = evaluation.index.definition();
    }

    void choose() {
        int tokens = count(evaluation.query);
        if (tokens <= 1) {
            return;
        }
        add(null, evaluation.query);
        choose(null);
        alternatives.forEach(this::choose);
    }

    private static int count(Query node) {
        return node.isPhrase() ? node.phrase.size() : count(node.left) + count(node.right);
    }

    private void add(Query root, Query node) {
        if (node.isPhrase()) {
            for (int i = 0; i < node.phrase.size(); i++) {
                costs.add(new Cost(root, node.phrase, i, pages(node.phrase.words.get(i))));
            }
            return;
        }
        if (node.kind == Query.Kind.NOT) {
            return;
        }
        boolean or = node.kind == Query.Kind.OR;
        for (Query child : List.of(node.left, node.right)) {
            if (or) {
                alternatives.add(child);
            }
            add(or ? child : root, child);
        }
    }

    private int pages(Phrase.Word word) {
        Segments segments = evaluation.index.segments;
        int size = segments.pageSize();
        int pages = 0;
        for (SegmentReader each : word.reader.segments()) {
            if (each.isPending() || each.isRootOnly()) {
                continue;
            }
            for (long block = each.start; block <= each.leavesEnd(); block++) {
                int length = segments.read(block).length();
                if (length + 35 > size) {
                    pages += (length + 34) / size;
                }
            }
        }
        return pages;
    }

    private void choose(Query root) {
        List<Cost> left = new ArrayList<>();
        int pages = 0;
        for (Cost each : costs) {
            if (each.root() == root) {
                left.add(each);
                pages += each.pages();
            }
        }
        int tokens = left.size();
        if (pages == 0 || tokens < 2) {
            return;
        }
        int rowPages = rowPages();
        int least = 0;
        int load = 1;
        for (int i = 0; i < tokens; i++) {
            Cost next = left.get(0);
            for (Cost each : left) {
                next = each.pages() < next.pages() ? each : next;
            }
            left.remove(next);
            Phrase.Word word = next.word();
            int rows = i == 0 ? 0 : (least + load / 4 - 1) / (load / 4);
            if (i > 0 && next.pages() >= rows * rowPages) {
                word.reader = null;
                word.deferred = true;
                word.deferredColumn = next.phrase().column;
                deferred.add(word);
                continue;
            }
            load *= i < FILTERS_MAX ? 4 : 1;
            if (i == 0 || (next.phrase().size() > 1 && i != tokens - 1)) {
                Phrase phrase = next.phrase();
                phrase.merge(
                        definition.descending, next.number(), evaluation.read(word, phrase.column));
                int count = phrase.all == null ? 0 : Doclists.count(phrase.all, phrase.allLength);
                least = i == 0 ? count : Math.min(least, count);
            }
        }
    }

    /** About how many pages a row of the content has. */
    private int rowPages() {
        Totals totals = Totals.of(evaluation.index);
        int size = evaluation.index.segments.pageSize();
        long bytes = totals.lastNumber();
        if (totals.rowCount() == 0 || bytes == 0) {
            throw Faults.corrupt();
        }
        return (int) ((bytes / totals.rowCount() + size) / size);
    }
}
