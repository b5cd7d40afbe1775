package org.sqlvm.engine.virtual.fts3;

import java.util.ArrayList;
import java.util.List;

/**
 * Finds the rows of a MATCH expression, one after the other. The file is long since SQLite's
 * evaluation of AND, OR, NOT and NEAR goes back and forth over one state.
 */
final class Evaluation {
    final FullTextIndex index;
    final Query query;
    final int language;
    final boolean descending;
    private final Definition definition;
    private final Content.Row content;
    /** The tokens that are looked up in the rows. */
    private final List<Phrase.Word> deferred = new ArrayList<>();

    private boolean atEnd;
    private long docid;

    /**
     * Opens the index.
     *
     * @param descending whether docids fall
     * @param content gives the rows' texts
     */
    Evaluation(
            FullTextIndex index,
            Query query,
            int language,
            boolean descending,
            Content.Row content) {
        this.index = index;
        this.definition = index.definition();
        this.query = query;
        this.language = language;
        this.descending = descending;
        this.content = content;
        if (query != null) {
            openReaders(query);
            if (definition.isFts4 && definition.content == null) {
                new TokenCosts(this, deferred).choose();
            }
            startReaders(query);
        }
    }

    long docid() {
        return docid;
    }

    boolean hasDeferred() {
        return !deferred.isEmpty();
    }

    // ------------------------------------------------------------------ reading the index

    private void openReaders(Query node) {
        if (!node.isPhrase()) {
            openReaders(node.left);
            openReaders(node.right);
            return;
        }
        for (Phrase.Word word : node.phrase.words) {
            word.reader = open(word);
        }
    }

    private TermReader open(Phrase.Word word) {
        TermReader reader = new TermReader(definition.descending);
        int length = word.bytes.length;
        word.isLookup = !word.isPrefix;
        if (word.isPrefix) {
            for (int i = 1; i < index.indexCount(); i++) {
                if (definition.prefixes[i] == length) {
                    word.isLookup = true;
                    index.addReaders(reader, language, i, word.bytes, false);
                    return reader;
                }
            }
            for (int i = 1; i < index.indexCount(); i++) {
                if (definition.prefixes[i] == length + 1) {
                    index.addReaders(reader, language, i, word.bytes, true);
                    index.addReaders(reader, language, 0, word.bytes, false);
                    return reader;
                }
            }
        }
        index.addReaders(reader, language, 0, word.bytes, word.isPrefix);
        return reader;
    }

    /** The rows with a token; null for none. */
    Output read(Phrase.Word word, int column) {
        TermReader reader = word.reader;
        word.reader = null;
        reader.start(new TermReader.Filter(
                word.bytes,
                column < definition.columnCount() ? column : -1,
                false,
                word.isPrefix,
                false,
                word.first));
        // As many lists as powers of two, so that each list is merged a few times only.
        List<Output> lists = new ArrayList<>();
        while (reader.next()) {
            Output carried = new Output(reader.listLength);
            carried.put(reader.list, reader.listFrom, reader.listLength);
            int i = 0;
            while (i < lists.size() && lists.get(i) != null) {
                carried = or(carried, lists.get(i));
                lists.set(i++, null);
            }
            if (i == lists.size()) {
                lists.add(carried);
            } else {
                lists.set(i, carried);
            }
        }
        Output result = null;
        for (Output each : lists) {
            if (each != null) {
                result = result == null ? each : or(each, result);
            }
        }
        return result;
    }

    private Output or(Output a, Output b) {
        return Doclists.or(definition.descending, a.toPadded(), a.length, b.toPadded(), b.length);
    }

    private void startReaders(Query node) {
        if (!node.isPhrase()) {
            startReaders(node.left);
            startReaders(node.right);
            node.deferred = node.left.deferred && node.right.deferred;
            return;
        }
        Phrase phrase = node.phrase;
        if (phrase.size() > 0) {
            node.deferred = phrase.words.stream().allMatch(word -> word.deferred);
        }
        phrase.begin(descending == definition.descending);
        for (int i = 0; i < phrase.size(); i++) {
            Phrase.Word word = phrase.words.get(i);
            if (word.reader != null) {
                phrase.merge(definition.descending, i, read(word, phrase.column));
            }
        }
    }

    // ------------------------------------------------------------------ rows

    /** Goes to the next row; false after the last one. */
    boolean next(long least, long greatest) {
        if (query == null) {
            return false;
        }
        do {
            advance();
        } while (!atEnd && misses());
        boolean outside = descending ? docid < least : docid > greatest;
        return !atEnd && !outside;
    }

    private void advance() {
        nextRow(query);
        atEnd = query.atEnd;
        docid = query.docid;
    }

    private int compare(Query left, Query right) {
        return Doclists.compare(descending, left.docid, right.docid);
    }

    private void nextRow(Query node) {
        if (node.atEnd) {
            return;
        }
        node.started = true;
        switch (node.kind) {
            case NEAR, AND -> nextOfBoth(node);
            case OR -> nextOfEither(node);
            case NOT -> nextOfLeft(node);
            case PHRASE -> {
                node.phrase.dropList();
                nextOfPhrase(node);
                node.docid = node.phrase.docid;
            }
        }
    }

    private void nextOfBoth(Query node) {
        Query left = node.left;
        Query right = node.right;
        if (left.deferred || right.deferred) {
            Query one = left.deferred ? right : left;
            nextRow(one);
            node.docid = one.docid;
            node.atEnd = one.atEnd;
            return;
        }
        nextRow(left);
        nextRow(right);
        while (!left.atEnd && !right.atEnd) {
            int order = compare(left, right);
            if (order == 0) {
                break;
            }
            nextRow(order < 0 ? left : right);
        }
        node.docid = left.docid;
        node.atEnd = left.atEnd || right.atEnd;
        if (node.kind == Query.Kind.NEAR && node.atEnd) {
            clearRest(right);
            clearRest(left);
            right.atEnd = true;
            left.atEnd = true;
        }
    }

    /** No row that follows is one of a NEAR. */
    private void clearRest(Query node) {
        if (node.phrase != null && node.phrase.all != null) {
            while (!node.atEnd) {
                node.phrase.clearList();
                nextRow(node);
            }
        }
    }

    private void nextOfEither(Query node) {
        Query left = node.left;
        Query right = node.right;
        int order = compare(left, right);
        if (right.atEnd || (!left.atEnd && order < 0)) {
            nextRow(left);
        } else if (left.atEnd || order > 0) {
            nextRow(right);
        } else {
            nextRow(left);
            nextRow(right);
        }
        node.atEnd = left.atEnd && right.atEnd;
        order = compare(left, right);
        node.docid = right.atEnd || (!left.atEnd && order < 0) ? left.docid : right.docid;
    }

    private void nextOfLeft(Query node) {
        Query left = node.left;
        Query right = node.right;
        if (!right.started) {
            nextRow(right);
        }
        nextRow(left);
        if (!left.atEnd) {
            while (!right.atEnd && compare(left, right) > 0) {
                nextRow(right);
            }
        }
        node.docid = left.docid;
        node.atEnd = left.atEnd;
    }

    private void nextOfPhrase(Query node) {
        Phrase phrase = node.phrase;
        if (descending != definition.descending && phrase.allLength > 0) {
            Doclists.Reverse row = phrase.next < 0
                    ? Doclists.last(phrase.all, 0, phrase.allLength, definition.descending)
                    : Doclists.previous(
                            phrase.all, 0, phrase.next, phrase.docid, definition.descending);
            phrase.docid = row.docid();
            node.atEnd = row.positions() < 0;
            phrase.next = row.positions();
            if (!node.atEnd) {
                phrase.setList(phrase.all, row.positions(), row.length());
            }
            return;
        }
        int at = Math.max(phrase.next, 0);
        if (phrase.all == null || at >= phrase.allLength) {
            node.atEnd = true;
            return;
        }
        long delta = Varints.read(phrase.all, at);
        phrase.docid += definition.descending && phrase.next >= 0 ? -delta : delta;
        at += Varints.length(phrase.all, at);
        int end = Doclists.skipPositions(phrase.all, at);
        phrase.setList(phrase.all, at, end - at);
        while (end < phrase.allLength && phrase.all[end] == 0) {
            end++;
        }
        phrase.next = end;
        node.atEnd = false;
    }

    // ------------------------------------------------------------------ tests of a row

    /** Whether the row that has been found does not match: NEAR, and tokens that are deferred. */
    boolean misses() {
        if (hasDeferred()) {
            findDeferred();
        }
        boolean hit = isHit(query);
        deferred.forEach(word -> word.found = null);
        return !hit;
    }

    private void findDeferred() {
        Object[] row = content.row(docid);
        for (int i = 0; i < definition.columnCount(); i++) {
            byte[] text =
                    definition.unindexed[i] ? null : Content.text(row == null ? null : row[i + 1]);
            if (text == null) {
                continue;
            }
            Tokens tokens = definition.tokenizer.open(text);
            while (tokens.next()) {
                for (Phrase.Word word : deferred) {
                    noteDeferred(word, i, tokens);
                }
            }
        }
    }

    private void noteDeferred(Phrase.Word word, int column, Tokens tokens) {
        int length = word.bytes.length;
        boolean inColumn =
                word.deferredColumn >= definition.columnCount() || word.deferredColumn == column;
        boolean same = inColumn
                && (!word.first || tokens.position == 0)
                && (length == tokens.length || (word.isPrefix && length < tokens.length))
                && Node.commonPrefix(tokens.token, length, word.bytes, length) == length;
        if (same) {
            if (word.found == null) {
                word.found = new RowPositions();
            }
            word.found.add(column, tokens.position);
        }
    }

    private boolean isHit(Query node) {
        switch (node.kind) {
            case NEAR, AND -> {
                boolean hit = isHit(node.left) && isHit(node.right) && isNear(node);
                if (!hit && node.isOuterNear()) {
                    dropLists(node);
                }
                return hit;
            }
            case OR -> {
                boolean left = isHit(node.left);
                boolean right = isHit(node.right);
                return left || right;
            }
            case NOT -> {
                return isHit(node.left) && !isHit(node.right);
            }
            default -> {
                return isHitOfPhrase(node);
            }
        }
    }

    private void dropLists(Query near) {
        Query node = near;
        for (; node.phrase == null; node = node.left) {
            if (node.right.docid == docid && node.right.phrase != null) {
                node.right.phrase.dropList();
            }
        }
        if (node.docid == docid) {
            node.phrase.dropList();
        }
    }

    private boolean isHitOfPhrase(Query node) {
        Phrase phrase = node.phrase;
        if (hasDeferred() && (node.deferred || (node.docid == docid && phrase.list != null))) {
            if (node.deferred) {
                phrase.dropList();
            }
            mergeDeferred(phrase);
            node.docid = docid;
            return phrase.list != null;
        }
        return !node.atEnd && node.docid == docid && phrase.listLength > 0;
    }

    /** Adds the tokens that were looked up in the row to what the index says of the phrase. */
    private void mergeDeferred(Phrase phrase) {
        Output found = null;
        int last = -1;
        for (int i = 0; i < phrase.size(); i++) {
            Phrase.Word word = phrase.words.get(i);
            if (!word.deferred) {
                continue;
            }
            if (word.found == null) {
                phrase.dropList();
                return;
            }
            Output positions = word.found.toList();
            if (found != null) {
                Output both = new Output();
                Doclists.phrase(
                        both,
                        i - last,
                        Doclists.Match.EXACT,
                        new Doclists.Reader(found.toPadded(), 0),
                        new Doclists.Reader(positions.toPadded(), 0));
                positions = both;
                if (positions.length == 0) {
                    phrase.dropList();
                    return;
                }
            }
            found = positions;
            last = i;
        }
        if (last < 0) {
            return;
        }
        if (phrase.merged < 0) {
            phrase.docid = docid;
            phrase.setList(found.toPadded(), 0, found.length);
            return;
        }
        Doclists.Reader ofRow = new Doclists.Reader(found.toPadded(), 0);
        Doclists.Reader ofIndex = new Doclists.Reader(phrase.list, phrase.listFrom);
        boolean behind = phrase.merged > last;
        Output both = new Output();
        if (Doclists.phrase(
                both,
                Math.abs(phrase.merged - last),
                Doclists.Match.EXACT,
                behind ? ofRow : ofIndex,
                behind ? ofIndex : ofRow)) {
            phrase.setList(both.toPadded(), 0, both.length);
        } else {
            phrase.dropList();
        }
    }

    /** Tests the distances of a chain of NEARs, and leaves the positions that are near. */
    private boolean isNear(Query node) {
        if (!node.isOuterNear()) {
            return true;
        }
        Query first = node;
        while (first.left != null) {
            first = first.left;
        }
        Phrase before = first.phrase;
        for (Query each = first.parent;
                each != null && each.kind == Query.Kind.NEAR;
                each = each.parent) {
            Phrase phrase = each.right.phrase;
            if (phrase == null || !trim(each.distance, before, phrase)) {
                return false;
            }
            before = phrase;
        }
        before = node.right.phrase;
        for (Query each = node.left; each != null; each = each.left) {
            Phrase phrase = each.kind == Query.Kind.NEAR ? each.right.phrase : each.phrase;
            if (!trim(each.parent.distance, before, phrase)) {
                return false;
            }
            before = phrase;
        }
        return true;
    }

    /** Leaves of a phrase's positions those near another phrase; false if there are none. */
    private static boolean trim(int distance, Phrase other, Phrase phrase) {
        if (other.list == null || phrase.list == null) {
            throw Faults.corrupt();
        }
        Output output = new Output();
        boolean found = Doclists.near(
                output,
                (long) distance + phrase.size(),
                (long) distance + other.size(),
                new Doclists.Reader(other.list, other.listFrom),
                new Doclists.Reader(phrase.list, phrase.listFrom));
        if (!found) {
            return false;
        }
        int length = output.length - 1;
        if (length >= 0 && length <= phrase.listLength) {
            phrase.clearList();
            System.arraycopy(output.bytes, 0, phrase.list, phrase.listFrom, length);
            phrase.listLength = length;
        }
        return true;
    }

    // ------------------------------------------------------------------ statistics

    private void restart(Query node) {
        if (node == null) {
            return;
        }
        if (node.phrase != null) {
            node.phrase.load();
            node.phrase.dropList();
            node.phrase.next = -1;
            node.phrase.docid = 0;
            node.phrase.orPositions = -1;
        }
        node.docid = 0;
        node.atEnd = false;
        node.started = false;
        restart(node.left);
        restart(node.right);
    }

    /**
     * For each column of a phrase the number of hits in all rows, and of rows with hits, behind a
     * slot for those of this row.
     */
    int[] statistics(Query phrase, long rowCount) {
        int columns = definition.columnCount();
        if (phrase.deferred && phrase.parent.kind != Query.Kind.NEAR) {
            int[] all = new int[3 * columns];
            for (int i = 0; i < columns; i++) {
                all[3 * i + 1] = (int) rowCount;
                all[3 * i + 2] = (int) rowCount;
            }
            return all;
        }
        if (phrase.statistics == null) {
            gather(phrase);
        }
        return phrase.statistics;
    }

    private void gather(Query phrase) {
        Query root = phrase;
        while (root.parent != null && (root.parent.kind == Query.Kind.NEAR || root.deferred)) {
            root = root.parent;
        }
        final long before = docid;
        final long rootDocid = root.docid;
        final boolean rootAtEnd = root.atEnd;
        for (Query each : root.phrases()) {
            each.statistics = new int[3 * definition.columnCount()];
        }
        restart(root);
        while (true) {
            do {
                nextRow(root);
                atEnd = root.atEnd;
                docid = root.docid;
            } while (!atEnd && root.kind == Query.Kind.NEAR && misses());
            if (atEnd) {
                break;
            }
            count(root);
        }
        atEnd = false;
        docid = before;
        if (rootAtEnd) {
            root.atEnd = true;
            return;
        }
        restart(root);
        do {
            nextRow(root);
            if (root.atEnd) {
                throw Faults.corrupt();
            }
        } while (root.docid != rootDocid);
    }

    private void count(Query node) {
        if (node == null) {
            return;
        }
        Phrase phrase = node.phrase;
        if (phrase != null && phrase.list != null) {
            byte[] bytes = phrase.list;
            int at = phrase.listFrom;
            int column = 0;
            while (column < definition.columnCount()) {
                int hits = 0;
                int more = 0;
                while (((bytes[at] | more) & 0xFE) != 0) {
                    hits += more == 0 ? 1 : 0;
                    more = bytes[at++] & 0x80;
                }
                node.statistics[3 * column + 1] += hits;
                node.statistics[3 * column + 2] += hits > 0 ? 1 : 0;
                if (bytes[at] == 0) {
                    break;
                }
                at++;
                column = Varints.readInt(bytes, at);
                at += Varints.intLength(bytes, at);
            }
        }
        count(node.left);
        count(node.right);
    }

    // ------------------------------------------------------------------ positions of a row

    /**
     * Where a phrase is in a column of the row.
     *
     * @return null for nowhere
     */
    Doclists.Reader positions(Query node, int column) {
        Phrase phrase = node.phrase;
        if (phrase.column < definition.columnCount() && phrase.column != column) {
            return null;
        }
        byte[] bytes = phrase.list;
        int at = phrase.listFrom;
        if (node.docid != docid || node.atEnd) {
            if (!findInOr(node)) {
                return null;
            }
            bytes = phrase.all;
            at = phrase.orPositions;
        }
        if (bytes == null) {
            return null;
        }
        Doclists.Reader reader = new Doclists.Reader(bytes, at);
        int found = 0;
        if (reader.peek() == 1) {
            reader.at++;
            found = reader.varint32();
        }
        while (found < column) {
            reader.leaveColumn();
            if (reader.peek() == 0) {
                return null;
            }
            reader.at++;
            found = reader.varint32();
        }
        return found == column && reader.peek() != 0 ? reader : null;
    }

    /**
     * Has phrases forget their rows if they are at their end, as SQLite does before offsets: unless
     * it has asked for them before, it has not read them as a whole.
     */
    void forgetEnded() {
        for (Query node : query.phrases()) {
            if (node.atEnd) {
                node.phrase.forget();
            } else {
                node.phrase.load();
            }
        }
    }

    private static void load(Query node) {
        if (node.isPhrase()) {
            node.phrase.load();
        } else {
            load(node.left);
            load(node.right);
        }
    }

    /** Finds the row in a branch of an OR that stands on another one. */
    private boolean findInOr(Query phrase) {
        boolean inOr = false;
        boolean above = false;
        Query near = phrase;
        for (Query each = phrase.parent; each != null; each = each.parent) {
            inOr |= each.kind == Query.Kind.OR;
            near = each.kind == Query.Kind.NEAR ? each : near;
            above |= each.atEnd;
        }
        if (!inOr) {
            return false;
        }
        Query run = near;
        while (run.deferred) {
            run = run.parent;
        }
        if (phrase.phrase.isIncremental()) {
            load(run);
        }
        if (above) {
            while (!run.atEnd) {
                nextRow(run);
            }
        }
        boolean matches = true;
        for (Query each = near; each != null; each = each.left) {
            Query test = each.kind == Query.Kind.NEAR ? each.right : each;
            matches &= seek(test.phrase);
        }
        return matches && phrase.phrase.orPositions >= 0;
    }

    /** Has a phrase's list go to the row, apart from the evaluation. */
    private boolean seek(Phrase phrase) {
        boolean same = descending == definition.descending;
        int at = phrase.orPositions;
        long found = phrase.orDocid;
        boolean end = phrase.allLength == 0 || (same ? at >= phrase.allLength : at == 0);
        while (!end && (at < 0 || Doclists.compare(descending, found, docid) < 0)) {
            if (same) {
                if (at < 0) {
                    found = Varints.read(phrase.all, 0);
                    at = Varints.length(phrase.all, 0);
                } else {
                    at = Doclists.skipPositions(phrase.all, at);
                    while (at < phrase.allLength && phrase.all[at] == 0) {
                        at++;
                    }
                    end = at >= phrase.allLength;
                    if (!end) {
                        long delta = Varints.read(phrase.all, at);
                        at += Varints.length(phrase.all, at);
                        found += definition.descending ? -delta : delta;
                    }
                }
            } else {
                Doclists.Reverse row = at < 0
                        ? Doclists.last(phrase.all, 0, phrase.allLength, definition.descending)
                        : Doclists.previous(phrase.all, 0, at, found, definition.descending);
                found = row.docid();
                end = row.positions() < 0;
                at = end ? 0 : row.positions();
            }
        }
        phrase.orPositions = at;
        phrase.orDocid = found;
        return !end && found == docid;
    }
}
