package org.sqlvm.engine.virtual.fts3;

import org.sqlvm.api.ModuleTable;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.sql.Identifiers;
import org.sqlvm.engine.virtual.module.EngineModule;
import org.sqlvm.engine.virtual.module.ModuleCall;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * {@code USING fts3(…)} and {@code USING fts4(…)}: columns, {@code tokenize=}, and for fts4 further
 * options.
 */
public final class FullTextModule implements EngineModule {
    private static final Set<String> SHADOWS =
            Set.of("content", "docsize", "segdir", "segments", "stat");
    private static final int PREFIX_MAX = 10_000_000;
    private static final String TOKENIZE = "tokenize";

    private final boolean isFts4;

    private FullTextModule(boolean isFts4) {
        this.isFts4 = isFts4;
    }

    /** The module {@code fts3}. */
    public static FullTextModule fts3() {
        return new FullTextModule(false);
    }

    /** The module {@code fts4}. */
    public static FullTextModule fts4() {
        return new FullTextModule(true);
    }

    @Override
    public boolean isShadow(String suffix) {
        return SHADOWS.contains(suffix.toLowerCase(Locale.ROOT));
    }

    @Override
    public ModuleTable connect(ModuleCall call) {
        return new FullTextTable(call.host(), new Options(call, isFts4).definition(), false);
    }

    @Override
    public ModuleTable create(ModuleCall call) {
        return new FullTextTable(call.host(), new Options(call, isFts4).definition(), true);
    }

    /** The arguments of a table. */
    private static final class Options {
        private final ModuleCall call;
        private final Definition definition = new Definition();
        private final List<String> columns = new ArrayList<>();
        private final List<String> notIndexed = new ArrayList<>();
        private String prefix;

        Options(ModuleCall call, boolean isFts4) {
            this.call = call;
            definition.database = call.database();
            definition.name = call.table();
            definition.isFts4 = isFts4;
            definition.hasDocsize = isFts4;
        }

        Definition definition() {
            call.arguments().forEach(this::add);
            if (definition.content != null) {
                definition.compress = null;
                definition.uncompress = null;
                if (columns.isEmpty()) {
                    addColumnsOfContent();
                }
            }
            if (columns.isEmpty()) {
                columns.add("content");
            }
            if (definition.tokenizer == null) {
                definition.tokenizer = Arguments.tokenizer("simple");
            }
            definition.prefixes = prefixes();
            definition.columns = columns.stream().map(Options::name).toList();
            noteUnindexed();
            if ((definition.compress == null) != (definition.uncompress == null)) {
                throw SqlException.error("missing "
                        + (definition.compress == null ? "compress" : "uncompress")
                        + " parameter in fts4 constructor");
            }
            return definition;
        }

        private static String name(String column) {
            Arguments.Token token = Arguments.next(column, 0);
            return token == null ? "" : Arguments.unquoted(token.text());
        }

        private void add(String argument) {
            int length = TOKENIZE.length();
            boolean tokenizes = definition.tokenizer == null
                    && argument.length() > length
                    && argument.regionMatches(true, 0, TOKENIZE, 0, length)
                    && !Arguments.isNamePart(argument.charAt(length));
            if (tokenizes) {
                definition.tokenizer = Arguments.tokenizer(argument.substring(length + 1));
                return;
            }
            int equals = argument.indexOf('=');
            if (definition.isFts4 && equals >= 0) {
                addOption(argument, equals);
            } else {
                columns.add(argument);
            }
        }

        private void addOption(String argument, int equals) {
            String value = Arguments.unquoted(argument.substring(equals + 1));
            switch (argument.substring(0, equals).toLowerCase(Locale.ROOT)) {
                case "matchinfo" -> {
                    if (!value.equalsIgnoreCase("fts3")) {
                        throw SqlException.error("unrecognized matchinfo: " + value);
                    }
                    definition.hasDocsize = false;
                }
                case "prefix" -> prefix = value;
                case "compress" -> definition.compress = value;
                case "uncompress" -> definition.uncompress = value;
                case "order" -> {
                    definition.descending = value.equalsIgnoreCase("desc");
                    if (!definition.descending && !value.equalsIgnoreCase("asc")) {
                        throw SqlException.error("unrecognized order: " + value);
                    }
                }
                case "content" -> definition.content = value;
                case "languageid" -> definition.languageId = value;
                case "notindexed" -> notIndexed.add(value);
                default -> throw SqlException.error("unrecognized parameter: " + argument);
            }
        }

        /** The columns of the table with the content, without that of the language. */
        private void addColumnsOfContent() {
            String schema = call.database().name();
            call.host()
                    .prepare("SELECT * FROM " + Identifiers.quoted(schema) + "."
                            + Identifiers.quoted(definition.content));
            for (Object[] row : call.host()
                    .run("SELECT name FROM pragma_table_xinfo("
                            + Identifiers.literal(definition.content) + ", "
                            + Identifiers.literal(schema) + ") WHERE hidden <> 1")) {
                columns.add(row[0].toString());
            }
            if (definition.languageId != null) {
                for (int i = 0; i < columns.size(); i++) {
                    if (columns.get(i).equalsIgnoreCase(definition.languageId)) {
                        columns.remove(i);
                        break;
                    }
                }
            }
        }

        /** The lengths of prefix=, behind the 0 of the main index. */
        private int[] prefixes() {
            List<Integer> lengths = new ArrayList<>();
            lengths.add(0);
            if (prefix != null && !prefix.isEmpty()) {
                int count = 1 + (int) prefix.chars().filter(c -> c == ',').count();
                int at = 0;
                for (int i = 0; i < count; i++) {
                    int end = at;
                    long length = 0;
                    while (end < prefix.length()
                            && Character.isDigit(prefix.charAt(end))
                            && length <= Integer.MAX_VALUE) {
                        length = length * 10 + (prefix.charAt(end++) - '0');
                    }
                    if (end == at) {
                        throw SqlException.error("error parsing prefix parameter: " + prefix);
                    }
                    if (length
                            > Integer.MAX_VALUE) { // SQLite reads it again, for each that is left.
                        break;
                    }
                    if (length > 0 && length <= PREFIX_MAX) {
                        lengths.add((int) length);
                    }
                    at = Math.min(end + 1, prefix.length());
                }
            }
            return lengths.stream().mapToInt(Integer::intValue).toArray();
        }

        private void noteUnindexed() {
            int count = definition.columnCount();
            definition.unindexed = new boolean[count];
            for (int i = 0; i < count; i++) {
                String column = definition.columns.get(i);
                definition.unindexed[i] = notIndexed.removeIf(column::equalsIgnoreCase);
            }
            if (!notIndexed.isEmpty()) {
                throw SqlException.error(
                        "no such column: " + notIndexed.get(notIndexed.size() - 1));
            }
        }
    }
}
