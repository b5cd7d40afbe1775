package org.sqlvm.engine.virtual.fts5;

import org.sqlvm.api.search.AuxiliaryFunction;
import org.sqlvm.api.search.MatchContext;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.row.function.LocaleText;
import org.sqlvm.engine.virtual.fts5.MatchedRow.Instance;
import org.sqlvm.engine.virtual.fts5.query.Query;
import org.sqlvm.engine.virtual.tokens.Tokenizer;

import java.nio.charset.StandardCharsets;

/** A row of a query as an auxiliary function sees it. */
record RowMatch(MatchedRow row, AuxiliaryFunction function) implements MatchContext {
    private Fts5Table table() {
        return row.table();
    }

    @Override
    public long rowid() {
        return row.rowid();
    }

    @Override
    public int columnCount() {
        return table().config().columnCount();
    }

    @Override
    public long rowCount() {
        return table().storage().rowCount();
    }

    @Override
    public long tokenCount(int column) {
        return table().storage().tokenCount(column);
    }

    @Override
    public int columnSize(int column) {
        return row.size(column);
    }

    private void checkColumn(int column) {
        if (column < 0 || column >= columnCount()) {
            throw MatchedRow.range();
        }
    }

    @Override
    public byte[] columnUtf8(int column) {
        checkColumn(column);
        if (table().config().content == ContentKind.NONE) {
            return null;
        }
        Text text = Storage.textOf(row.text(column).text());
        return text == null ? null : text.toArray();
    }

    @Override
    public String columnLocale(int column) {
        checkColumn(column);
        TableConfig config = table().config();
        if (!config.locale || config.content.isContentless() || !config.isIndexed(column)) {
            return null;
        }
        Text locale = row.text(column).locale();
        return locale == null ? null : locale.toString();
    }

    @Override
    public int phraseCount() {
        return row.phraseCount();
    }

    @Override
    public int phraseSize(int phrase) {
        return row.phraseSize(phrase);
    }

    @Override
    public String phraseToken(int phrase, int token) {
        return text(query().token(phrase, token));
    }

    private Query query() {
        if (row.query() == null) {
            throw MatchedRow.range();
        }
        return row.query();
    }

    private static String text(byte[] utf8) {
        return utf8 == null ? null : new String(utf8, StandardCharsets.UTF_8);
    }

    @Override
    public int instanceCount() {
        return row.instances().size();
    }

    private Instance instance(int number) {
        if (number < 0 || number >= instanceCount()) {
            throw MatchedRow.range();
        }
        return row.instances().get(number);
    }

    @Override
    public int instancePhrase(int instance) {
        return instance(instance).phrase();
    }

    @Override
    public int instanceColumn(int instance) {
        return instance(instance).column();
    }

    @Override
    public int instanceOffset(int instance) {
        return instance(instance).offset();
    }

    @Override
    public String instanceToken(int instance, int token) {
        Instance found = instance(instance);
        return text(query().instanceToken(
                        found.phrase(), token, rowid(), found.column(), found.offset()));
    }

    @Override
    public int[] phraseColumns(int phrase) {
        return row.columns(phrase);
    }

    @Override
    public void tokenize(byte[] utf8, String locale, TokenVisitor visitor) {
        loadTokenizer();
        LocaleText text = new LocaleText(Text.of(utf8), locale == null ? null : Text.of(locale));
        table().tokenizer()
                .tokenize(
                        Tokenizer.AUXILIARY,
                        text,
                        (array, start, length, flags, from, to) -> visitor.token(
                                array,
                                start,
                                length,
                                (flags & Tokenizer.COLOCATED) != 0,
                                from,
                                to));
    }

    /** As in SQLite, functions do not say which tokenizer is missing. */
    private void loadTokenizer() {
        try {
            table().tokenizer().get();
        } catch (SqlException e) {
            throw new SqlException(e.code(), "SQL logic error");
        }
    }

    @Override
    public void queryPhrase(int phrase, RowVisitor visitor) {
        try (MatchedRow other =
                MatchedRow.ofQuery(table(), query().phraseQuery(phrase), row.isDescending())) {
            RowMatch match = new RowMatch(other, function);
            boolean more = true;
            for (other.begin(); more && other.isOnRow(); other.advance()) {
                more = visitor.row(match);
            }
        }
    }

    @Override
    public Object state() {
        return row.states().get(function);
    }

    @Override
    public void setState(Object state) {
        row.states().put(function, state);
    }
}
