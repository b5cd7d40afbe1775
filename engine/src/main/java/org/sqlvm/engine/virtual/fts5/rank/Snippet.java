package org.sqlvm.engine.virtual.fts5.rank;

import org.sqlvm.api.Arguments;
import org.sqlvm.api.Result;
import org.sqlvm.api.search.AuxiliaryFunction;
import org.sqlvm.api.search.MatchContext;
import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;

import java.util.Arrays;

/**
 * {@code snippet(t, column, open, close, ellipsis, tokens)}: the part of a column's text that has
 * most phrases, with marks around them.
 */
final class Snippet implements AuxiliaryFunction {
    private static final int ARGUMENTS = 5;
    private static final int MAX_TOKENS = 64;
    /** Score of the first instance of a phrase; others count one. */
    private static final int FIRST_SCORE = 1000;

    private static final int SENTENCE_SCORE = 100;
    private static final int TEXT_SCORE = 120;

    @Override
    public void call(MatchContext match, Arguments arguments, Result result) {
        if (arguments.count() != ARGUMENTS) {
            throw SqlException.error("wrong number of arguments to function snippet()");
        }
        int wanted = AuxiliaryFunctions.column(arguments, 0);
        int tokens = (int) Math.min(Math.max(arguments.getLong(4), 0), MAX_TOKENS);
        Search search = new Search(match, tokens, Math.max(wanted, 0));
        for (int column = 0; column < match.columnCount(); column++) {
            if (wanted < 0 || wanted == column) {
                search.addColumn(column);
            }
        }
        if (search.damaged) {
            throw new SqlException(ResultCode.CORRUPT_VTAB, "database disk image is malformed");
        }
        byte[] text = match.columnUtf8(search.column);
        int size = search.size == 0 ? match.columnSize(search.column) : search.size;
        if (text == null) {
            return;
        }
        Instances instances = new Instances(match, search.column);
        int end = search.start + tokens - 1;
        Highlighter highlighter = new Highlighter(
                text,
                AuxiliaryFunctions.utf8(arguments, 1),
                AuxiliaryFunctions.utf8(arguments, 2),
                instances,
                search.start,
                end);
        byte[] ellipsis = AuxiliaryFunctions.utf8(arguments, 3);
        if (search.start > 0) {
            highlighter.append(ellipsis);
        }
        while (instances.first() >= 0 && instances.first() < search.start) {
            instances.next();
        }
        match.tokenize(text, match.columnLocale(search.column), highlighter);
        highlighter.close();
        if (end >= size - 1) {
            highlighter.copyRest();
        } else {
            highlighter.append(ellipsis);
        }
        AuxiliaryFunctions.setUtf8(result, highlighter.result());
    }

    /** Looks for the part with the highest score. */
    private static final class Search {
        private final MatchContext match;
        private final int tokens;
        private int best;
        private int column;
        /** Number of the part's first token. */
        private int start;
        /** Number of tokens of the best part's column. */
        private int size;

        /** First token of the last part that was scored, when it is moved to its middle. */
        private int centered;

        /**
         * Whether the last column that was tried has more tokens than the table knows of. As in
         * SQLite, another column makes up for it.
         */
        private boolean damaged;

        Search(MatchContext match, int tokens, int column) {
            this.match = match;
            this.tokens = tokens;
            this.column = column;
        }

        void addColumn(int tried) {
            byte[] text = match.columnUtf8(tried);
            Sentences sentences = new Sentences(text);
            if (text != null) {
                match.tokenize(text, match.columnLocale(tried), sentences);
            }
            int columnSize = match.columnSize(tried);
            int count = match.instanceCount();
            damaged = false;
            for (int i = 0; i < count && !damaged; i++) {
                if (match.instanceColumn(i) == tried) {
                    addInstance(tried, match.instanceOffset(i), columnSize, sentences);
                }
            }
        }

        private void addInstance(int tried, int offset, int columnSize, Sentences sentences) {
            if (offset > columnSize) {
                damaged = true;
                return;
            }
            int score = score(tried, offset, columnSize);
            offer(score, tried, centered, columnSize);
            if (sentences.count > 0 && columnSize > tokens) {
                int sentence = sentences.before(offset);
                if (sentence < offset) {
                    int bonus = sentence == 0 ? TEXT_SCORE : SENTENCE_SCORE;
                    int other = score(tried, sentence, columnSize) + bonus;
                    offer(other, tried, sentence, columnSize);
                }
            }
        }

        private void offer(int score, int tried, int from, int columnSize) {
            if (score > best) {
                best = score;
                column = tried;
                start = from;
                size = columnSize;
            }
        }

        private int score(int tried, int from, int columnSize) {
            boolean[] seen = new boolean[match.phraseCount()];
            long end = (long) from + tokens;
            int score = 0;
            int first = -1;
            int last = 0;
            int count = match.instanceCount();
            for (int i = 0; i < count; i++) {
                int offset = match.instanceOffset(i);
                if (match.instanceColumn(i) == tried && offset >= from && offset < end) {
                    int phrase = match.instancePhrase(i);
                    score += seen[phrase] ? 1 : FIRST_SCORE;
                    seen[phrase] = true;
                    if (first < 0) {
                        first = offset;
                    }
                    last = offset + match.phraseSize(phrase);
                }
            }
            int middle = first - (tokens - (last - first)) / 2;
            centered = Math.max(Math.min(middle, columnSize - tokens), 0);
            return score;
        }
    }

    /** Finds the tokens that begin a sentence. */
    private static final class Sentences implements MatchContext.TokenVisitor {
        private final byte[] text;
        private int position;
        private int[] first = new int[16];
        private int count;

        Sentences(byte[] text) {
            this.text = text;
        }

        /** The last sentence that does not begin behind a token; the first one otherwise. */
        int before(int token) {
            int i = 0;
            while (i < count - 1 && first[i + 1] <= token) {
                i++;
            }
            return first[i];
        }

        @Override
        public void token(
                byte[] array, int offset, int length, boolean colocated, int from, int to) {
            if (colocated) {
                return;
            }
            if (position == 0 || beginsSentence(from)) {
                if (count == first.length) {
                    first = Arrays.copyOf(first, count * 2);
                }
                first[count++] = position;
            }
            position++;
        }

        private boolean beginsSentence(int from) {
            int i = from - 1;
            while (i >= 0
                    && (text[i] == ' ' || text[i] == '\t' || text[i] == '\n' || text[i] == '\r')) {
                i--;
            }
            return i != from - 1 && i >= 0 && (text[i] == '.' || text[i] == ':');
        }
    }
}
