package org.sqlvm.engine.virtual.fts5;

import org.sqlvm.engine.data.Ascii;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.schema.DatabaseId;
import org.sqlvm.engine.sql.Identifiers;
import org.sqlvm.engine.virtual.fts5.index.Detail;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** Reads the arguments of {@code USING fts5(…)}: columns and options (fts5.html section 4). */
final class ConfigParser {
    private static final int PREFIX_COUNT_MAX = 31;
    private static final int PREFIX_LENGTH_MAX = 999;
    private static final int COLUMN_COUNT_MAX = 2000;
    private static final String ROWID = "rowid";

    private final TableConfig config;

    private ConfigParser(TableConfig config) {
        this.config = config;
    }

    static TableConfig parse(DatabaseId database, String table, List<String> arguments) {
        if (table.equalsIgnoreCase(TableConfig.RANK)) {
            throw SqlException.error("reserved fts5 table name: " + table);
        }
        TableConfig config = new TableConfig(database, table);
        ConfigParser parser = new ConfigParser(config);
        arguments.forEach(parser::argument);
        parser.check();
        parser.setDefaults();
        parser.checkNames();
        return config;
    }

    /** SQLite says no more than this of a table that it cannot declare. */
    private void checkNames() {
        Set<String> names = new HashSet<>(Set.of(Ascii.toUpper(TableConfig.RANK)));
        boolean valid = names.add(Ascii.toUpper(config.name()));
        for (String column : config.columns()) {
            valid &= names.add(Ascii.toUpper(column));
        }
        if (!valid || names.size() > COLUMN_COUNT_MAX) {
            throw SqlException.error("vtable constructor failed: " + config.name());
        }
    }

    private void argument(String text) {
        ConfigWords words = new ConfigWords(text);
        String first = words.word();
        boolean quoted = words.wasQuoted();
        words.skipSpaces();
        boolean option = first != null && words.skip('=');
        words.skipSpaces();
        String second = null;
        boolean parsed = first != null && !(option && quoted);
        if (parsed && !words.atEnd()) {
            second = words.word();
            parsed = second != null && words.atEnd();
        }
        if (!parsed) {
            throw SqlException.error("parse error in \"" + text + "\"");
        }
        if (option) {
            option(first, second == null ? "" : second);
        } else {
            column(first, second);
        }
    }

    private void column(String name, String option) {
        if (name.equalsIgnoreCase(TableConfig.RANK) || name.equalsIgnoreCase(ROWID)) {
            throw SqlException.error("reserved fts5 column name: " + name);
        }
        if (option != null && !option.equalsIgnoreCase("unindexed")) {
            throw SqlException.error("unrecognized column option: " + option);
        }
        config.addColumn(name, option == null);
    }

    /** The first option whose name begins with the word is meant. */
    private void option(String word, String value) {
        if (begins("prefix", word)) {
            prefixes(value);
        } else if (begins("tokenize", word)) {
            tokenizer(value);
        } else if (begins("content", word)) {
            content(value);
        } else if (begins("contentless_delete", word)) {
            flag("contentless_delete", value, on -> config.contentlessDelete = on);
        } else if (begins("contentless_unindexed", word)) {
            // SQLite names the other option in this message.
            flag("contentless_delete", value, on -> config.contentlessUnindexed = on);
        } else if (begins("content_rowid", word)) {
            if (config.contentRowid != null) {
                throw repeated("content_rowid");
            }
            config.contentRowid = value;
        } else if (begins("columnsize", word)) {
            flag("columnsize", value, on -> config.columnSize = on);
        } else if (begins("locale", word)) {
            flag("locale", value, on -> config.locale = on);
        } else if (begins("detail", word)) {
            config.detail = detail(value);
        } else if (begins("tokendata", word)) {
            flag("tokendata", value, on -> config.tokenData = on);
        } else {
            throw SqlException.error("unrecognized option: \"" + word + "\"");
        }
    }

    private static boolean begins(String option, String word) {
        return option.regionMatches(true, 0, word, 0, word.length());
    }

    private static SqlException repeated(String option) {
        return SqlException.error("multiple " + option + "=... directives");
    }

    private static SqlException malformed(String option) {
        return SqlException.error("malformed " + option + "=... directive");
    }

    private static void flag(String option, String value, Consumer<Boolean> setter) {
        if (!value.equals("0") && !value.equals("1")) {
            throw malformed(option);
        }
        setter.accept(value.equals("1"));
    }

    private void prefixes(String value) {
        int at = 0;
        boolean first = true;
        while (true) {
            at = ConfigWords.skipSpaces(value, at);
            if (!first && at < value.length() && value.charAt(at) == ',') {
                at = ConfigWords.skipSpaces(value, at + 1);
            } else if (at == value.length()) {
                return;
            }
            if (at == value.length() || !Ascii.isDigit(value.charAt(at))) {
                throw malformed("prefix");
            }
            if (config.prefixes.size() == PREFIX_COUNT_MAX) {
                throw SqlException.error("too many prefix indexes (max " + PREFIX_COUNT_MAX + ")");
            }
            int length = 0;
            while (at < value.length()
                    && Ascii.isDigit(value.charAt(at))
                    && length <= PREFIX_LENGTH_MAX) {
                length = length * 10 + value.charAt(at) - '0';
                at++;
            }
            if (length <= 0 || length > PREFIX_LENGTH_MAX) {
                throw SqlException.error(
                        "prefix length out of range (max " + PREFIX_LENGTH_MAX + ")");
            }
            config.prefixes.add(length);
            first = false;
        }
    }

    private void tokenizer(String value) {
        if (config.tokenizer != null) {
            throw repeated("tokenize");
        }
        List<String> words = new ArrayList<>();
        int at = 0;
        while (at < value.length()) {
            int start = ConfigWords.skipSpaces(value, at);
            boolean quoted = start < value.length() && value.charAt(start) == '\'';
            int end = quoted
                    ? ConfigWords.skipLiteral(value, start)
                    : ConfigWords.skipBareword(value, start);
            if (end == ConfigWords.NONE) {
                throw SqlException.error("parse error in tokenize directive");
            }
            words.add(Identifiers.unquoted(value.substring(start, end)));
            at = ConfigWords.skipSpaces(value, end);
        }
        config.tokenizer = words;
    }

    private void content(String value) {
        if (config.content != ContentKind.NORMAL) {
            throw repeated("content");
        }
        if (value.isEmpty()) {
            config.content = ContentKind.NONE;
        } else {
            config.content = ContentKind.EXTERNAL;
            config.contentTable = Identifiers.literal(config.database().name()) + "."
                    + Identifiers.literal(value);
        }
    }

    private static Detail detail(String value) {
        Detail found = null;
        for (Detail each : Detail.values()) {
            if (begins(each.name(), value)) {
                if (found != null) {
                    throw malformed("detail");
                }
                found = each;
            }
        }
        if (found == null) {
            throw malformed("detail");
        }
        return found;
    }

    private void check() {
        boolean contentless = config.content == ContentKind.NONE;
        if (config.contentlessDelete && !contentless) {
            throw SqlException.error("contentless_delete=1 requires a contentless table");
        }
        if (config.contentlessDelete && !config.columnSize) {
            throw SqlException.error("contentless_delete=1 is incompatible with columnsize=0");
        }
        if (config.contentlessUnindexed && !contentless) {
            throw SqlException.error("contentless_unindexed=1 requires a contentless table");
        }
    }

    private void setDefaults() {
        if (config.contentTable == null) {
            if (config.content == ContentKind.NORMAL) {
                config.contentTable = config.quotedShadow("content");
            } else if (config.hasUnindexed() && config.contentlessUnindexed) {
                config.content = ContentKind.UNINDEXED;
                config.contentTable = config.quotedShadow("content");
            } else if (config.columnSize) {
                config.contentTable = config.quotedShadow("docsize");
            }
        }
        if (config.contentRowid == null) {
            config.contentRowid = ROWID;
        }
    }
}
