package org.sqlvm.server.typing;

import org.sqlvm.server.catalog.CatalogSnapshot.Attribute;
import org.sqlvm.server.sql.SqlTokens;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Rewrites DEFAULT as a single value: SQLite's grammar has it only for whole rows. */
public final class DefaultValues {
    private static final Pattern SIGN = Pattern.compile("\\bdefault\\b", Pattern.CASE_INSENSITIVE);

    private final String text;
    private final SqlTokens tokens;
    private final SchemaColumns schema;
    private final StringBuilder result = new StringBuilder();
    private int copied;

    private DefaultValues(String text, SchemaColumns schema) {
        this.text = text;
        this.tokens = new SqlTokens(text, 0);
        this.schema = schema;
    }

    /** Whether a statement may have something to be rewritten. */
    public static boolean concerns(String text) {
        return SIGN.matcher(text).find();
    }

    /** @param schema has been refreshed */
    public static String rewrite(String text, SchemaColumns schema) {
        return new DefaultValues(text, schema).run();
    }

    private String run() {
        SchemaColumns.Table table = null;
        tokens.next();
        while (tokens.kind() != SqlTokens.Kind.END) {
            boolean isInsert = tokens.isWord("INTO");
            if (isInsert || (tokens.isWord("UPDATE") && table == null)) {
                tokens.next();
                table = table();
                if (isInsert) {
                    insert(table);
                }
            } else if (isName()) {
                String name = tokens.value();
                if (tokens.next().isSymbol('=') && tokens.next().isWord("DEFAULT")) {
                    put(table == null ? null : table.attribute(name));
                }
            } else {
                tokens.next();
            }
        }
        return result.append(text, copied, text.length()).toString();
    }

    private boolean isName() {
        return tokens.kind() == SqlTokens.Kind.WORD || tokens.kind() == SqlTokens.Kind.NAME;
    }

    private SchemaColumns.Table table() {
        SchemaColumns.Table table = null;
        while (isName()) {
            table = schema.table(tokens.value());
            if (!tokens.next().accept('.')) {
                break;
            }
        }
        return table;
    }

    private void insert(SchemaColumns.Table table) {
        if (table == null) {
            return;
        }
        if (tokens.accept("AS")) {
            tokens.next();
        }
        List<Attribute> targets = new ArrayList<>();
        if (tokens.accept('(')) {
            while (isName()) {
                targets.add(table.attribute(tokens.value()));
                tokens.next();
                tokens.accept(',');
            }
            tokens.accept(')');
        } else {
            table.attributes().stream().filter(each -> !each.isGenerated()).forEach(targets::add);
        }
        if (tokens.accept("VALUES")) {
            values(targets);
        }
    }

    private void values(List<Attribute> targets) {
        int depth = 0;
        int place = 0;
        while (tokens.kind() != SqlTokens.Kind.END
                && !tokens.isWord("ON")
                && !tokens.isWord("RETURNING")) {
            if (tokens.isSymbol('(')) {
                place = depth == 0 ? 0 : place;
                depth++;
            } else if (tokens.isSymbol(')')) {
                depth--;
            } else if (tokens.isSymbol(',') && depth == 1) {
                place++;
            } else if (tokens.isWord("DEFAULT") && depth == 1 && place < targets.size()) {
                put(targets.get(place));
                continue;
            }
            tokens.next();
        }
    }

    /** @param attribute null if it is not known, so that SQLite says what is wrong */
    private void put(Attribute attribute) {
        if (attribute != null) {
            String value = attribute.fallback() == null ? "NULL" : "(" + attribute.fallback() + ")";
            result.append(text, copied, tokens.start()).append(value);
            copied = tokens.end();
        }
        tokens.next();
    }
}
