package org.sqlvm.engine.virtual.fts5.query;

import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.virtual.fts5.index.Detail;
import org.sqlvm.engine.virtual.fts5.index.TermRows;
import org.sqlvm.engine.virtual.tokens.Tokenizer;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A query of the full-text language and the row that it stands on, as SQLite's Fts5Expr. Phrases
 * are numbered from 0, in the order of the query's text.
 */
public final class Query implements AutoCloseable {
    /** For {@link #parse}: the query is about all columns. */
    public static final int ALL_COLUMNS = -1;

    private final QuerySettings settings;
    private final List<Phrase> phrases;
    private QueryNode root;
    private Scan scan;

    private Query(QuerySettings settings, QueryNode root, List<Phrase> phrases) {
        this.settings = settings;
        this.root = root;
        this.phrases = new ArrayList<>(phrases);
    }

    /**
     * Parses a query.
     *
     * @param text in UTF-8
     * @param locale for its tokens; null for none
     * @param column the only column that is searched, or {@link #ALL_COLUMNS}
     * @throws SqlException in SQLite's words
     */
    public static Query parse(QuerySettings settings, byte[] text, byte[] locale, int column) {
        return parse(settings, text, locale, column, false);
    }

    private static Query parse(
            QuerySettings settings, byte[] text, byte[] locale, int column, boolean splitsPhrases) {
        QueryParser parser = new QueryParser(settings, text, locale, splitsPhrases);
        QueryNode root = parser.parse();
        if (column >= 0) {
            parser.restrict(root, new int[] {column});
        }
        return new Query(settings, root, parser.phrases());
    }

    /**
     * Makes a query that finds all rows that may match a pattern, and others; for tokens of
     * {@link org.sqlvm.engine.virtual.tokens.TrigramTokenizer}.
     *
     * @param glob whether it is of GLOB, not of LIKE
     * @return null if the pattern has no three characters that follow each other
     */
    public static Query ofPattern(
            QuerySettings settings, byte[] pattern, boolean glob, int column) {
        byte[] text = PatternText.query(pattern, glob);
        if (text == null) {
            return null;
        }
        int only = settings.detail() == Detail.NONE ? ALL_COLUMNS : column;
        return parse(settings, text, null, only, settings.detail() != Detail.FULL);
    }

    /**
     * Makes the query that asks for both; they are used up.
     *
     * @param left null for none
     * @param right null for none
     */
    public static Query and(Query left, Query right) {
        if (left == null || right == null) {
            return left == null ? right : left;
        }
        left.root = QueryParser.combine(new OperatorNode.And(), left.root, right.root);
        left.phrases.addAll(0, right.phrases);
        return left;
    }

    /**
     * Goes to the first row.
     *
     * @param first the rowid to begin with, in the order of the rows
     * @param last the last rowid, in the order of the rows
     */
    public void first(TermLookup lookup, long first, long last, boolean descending) {
        scan = new Scan(lookup, settings.detail(), descending, root);
        root.first(scan);
        if (!root.atEnd && scan.compare(root.rowid, first) < 0) {
            root.seek(scan, first);
        }
        skipMismatches(last);
    }

    /** Goes to the next row. */
    public void next(long last) {
        root.next(scan);
        skipMismatches(last);
    }

    /**
     * Goes on by rows without reading their positions.
     *
     * @param limit how many, at least 1
     * @return how many it has gone on by; fewer at the end
     */
    public int skip(long last, int limit) {
        boolean all = last == (scan.descending() ? Long.MIN_VALUE : Long.MAX_VALUE);
        if (all && root.canSkip(scan)) {
            return root.skip(scan, limit);
        }
        int count = 0;
        while (count < limit) {
            next(last);
            if (root.atEnd) {
                break;
            }
            count++;
        }
        return count;
    }

    private void skipMismatches(long last) {
        while (!root.atEnd && root.mismatch) {
            root.next(scan);
        }
        if (!root.atEnd && scan.compare(root.rowid, last) > 0) {
            root.atEnd = true;
        }
    }

    public boolean atEnd() {
        return root.atEnd;
    }

    public long rowid() {
        return root.rowid;
    }

    public int phraseCount() {
        return phrases.size();
    }

    /** The number of tokens of a phrase; 0 for a number that is none of a phrase. */
    public int phraseSize(int phrase) {
        return phrase < 0 || phrase >= phrases.size()
                ? 0
                : phrases.get(phrase).terms.size();
    }

    private Phrase phrase(int number) {
        if (number < 0 || number >= phrases.size()) {
            throw range();
        }
        return phrases.get(number);
    }

    private static SqlException range() {
        return new SqlException(ResultCode.RANGE, "column index out of range");
    }

    private boolean isCurrent(Phrase phrase) {
        return !phrase.node.atEnd && phrase.node.rowid == root.rowid;
    }

    /**
     * The positions of a phrase in the row; valid until the next move.
     *
     * @throws SqlException with SQLITE_RANGE if there is no such phrase
     */
    public PositionList positions(int number) {
        Phrase phrase = phrase(number);
        return isCurrent(phrase) ? phrase.positions() : new PositionList();
    }

    /**
     * The columns in which the row has a phrase, in ascending order; for detail=columns.
     *
     * @throws SqlException with SQLITE_RANGE if there is no such phrase
     */
    public PositionList columns(int number) {
        Phrase phrase = phrase(number);
        PositionList columns = new PositionList();
        if (isCurrent(phrase) && phrase.isFound()) {
            phrase.terms.getFirst().read(root.rowid, columns);
        }
        return columns;
    }

    /**
     * Begins to find the positions in the row's text, where the index has none.
     *
     * @param live whether the query stands on the row; else its rowid is set by
     *     {@link Population#end}
     */
    public Population populate(boolean live) {
        return new Population(live);
    }

    /** Finds the positions of phrases with a single token in a row's text. */
    public final class Population {
        /** Whether each phrase is not in the row, as the index knows. */
        private final boolean[] missed = new boolean[phrases.size()];
        /** The position of the last token. */
        private long position;

        private Population(boolean live) {
            for (int i = 0; i < missed.length; i++) {
                Phrase phrase = phrases.get(i);
                missed[i] = live && (!phrase.isFound() || !isCurrent(phrase));
                if (!missed[i]) {
                    phrase.clear();
                }
            }
        }

        /** Reads the text of a column. */
        public void read(int column, byte[] text, int start, int length, byte[] locale) {
            boolean[] wanted = new boolean[missed.length];
            for (int i = 0; i < wanted.length; i++) {
                int[] columns = phrases.get(i).node.columns();
                wanted[i] = !missed[i]
                        && (columns == null || IntStream.of(columns).anyMatch(c -> c == column));
            }
            position = ((long) column << Integer.SIZE) - 1;
            settings.tokenizer()
                    .tokenize(
                            text,
                            start,
                            length,
                            Tokenizer.DOCUMENT,
                            locale,
                            (array, at, size, flags, from, to) -> {
                                if ((flags & Tokenizer.COLOCATED) == 0) {
                                    position++;
                                }
                                add(wanted, array, at, size);
                            });
        }

        private void add(boolean[] wanted, byte[] array, int start, int size) {
            byte[] full = Arrays.copyOfRange(array, start, start + size);
            byte[] query = QueryParser.queryPart(QueryParser.shortened(full), settings.tokenData());
            for (int i = 0; i < wanted.length; i++) {
                if (wanted[i]) {
                    add(phrases.get(i), query, full);
                }
            }
        }

        private void add(Phrase phrase, byte[] query, byte[] full) {
            if (phrase.terms.isEmpty()) {
                return;
            }
            Term term = phrase.terms.getFirst();
            for (int i = 0; i < term.words.size(); i++) {
                Term.Word word = term.words.get(i);
                // As in SQLite, a synonym stands for itself only, never for a prefix.
                boolean prefix = i == 0 && term.prefix;
                if (matches(word.query, query, prefix)) {
                    phrase.add(position);
                    if ((settings.tokenData() || prefix) && word.rows != null) {
                        word.rows.addToken(
                                full,
                                root.rowid,
                                (int) (position >> Integer.SIZE),
                                (int) position & Integer.MAX_VALUE);
                    }
                    return;
                }
            }
        }

        private static boolean matches(byte[] word, byte[] token, boolean prefix) {
            return (word.length == token.length || (prefix && word.length < token.length))
                    && Arrays.equals(word, 0, word.length, token, 0, word.length);
        }

        /** Ends it for a row that the query does not stand on. */
        public void end(long rowid) {
            root.recheck(rowid);
        }
    }

    /**
     * Makes a query of a phrase alone.
     *
     * @throws SqlException with SQLITE_RANGE if there is no such phrase
     */
    public Query phraseQuery(int number) {
        Phrase original = phrase(number);
        Phrase copy = new Phrase();
        for (Term term : original.terms) {
            Term.Word main = term.words.getFirst();
            Term other = new Term(new Term.Word(main.query, main.full));
            for (Term.Word word : term.words.subList(1, term.words.size())) {
                other.addSynonym(new Term.Word(word.query, word.full));
            }
            other.prefix = term.prefix;
            other.first = term.first;
            copy.terms.add(other);
        }
        PhraseNode node = new PhraseNode(List.of(copy), 0);
        if (original.node.columns() != null) {
            node.restrict(original.node.columns());
        }
        return new Query(settings, node, List.of(copy));
    }

    private Term term(int phrase, int token) {
        List<Term> terms = phrase(phrase).terms;
        if (token < 0 || token >= terms.size()) {
            throw range();
        }
        return terms.get(token);
    }

    /**
     * A token of a phrase as the query has it.
     *
     * @throws SqlException with SQLITE_RANGE if there is none
     */
    public byte[] token(int phrase, int token) {
        return term(phrase, token).words.getFirst().full;
    }

    /**
     * A token of an instance of a phrase as the row has it: for a prefix or with tokendata, not
     * that of the query.
     *
     * @param rowid the row
     * @param offset number in the column of the instance's first token
     * @return null if it is not known
     * @throws SqlException with SQLITE_RANGE if the phrase has no such token
     */
    public byte[] instanceToken(int phrase, int token, long rowid, int column, int offset) {
        Term term = term(phrase, token);
        Term.Word word = term.words.getFirst();
        if (!settings.tokenData() && !term.prefix) {
            return word.full;
        }
        TermRows rows = word.rows;
        return rows == null ? null : rows.instanceToken(word.query, rowid, column, offset + token);
    }

    /** Forgets tokens of instances that were added; before a population. */
    public void clearTokens() {
        for (Phrase phrase : phrases) {
            for (Term term : phrase.terms) {
                for (Term.Word word : term.words) {
                    if (word.rows != null) {
                        word.rows.clearTokens();
                    }
                }
            }
        }
    }

    /** Ends it, and frees what it has read. */
    @Override
    public void close() {
        root.close();
    }
}
