package org.sqlvm.server.sql;

import org.sqlvm.server.value.PgType;

import java.util.List;
import java.util.Locale;

/**
 * The type of a cast.
 *
 * @param name without schema, length and what comes behind
 */
public record TypeName(String name, boolean isArray) {
    /** Reads a type; {@code tokens} goes behind it. */
    public static TypeName read(SqlTokens tokens) {
        String name = tokens.expectName().toLowerCase(Locale.ROOT);
        if (name.equals("pg_catalog") && tokens.accept('.')) {
            name = tokens.expectName().toLowerCase(Locale.ROOT);
        } else if (name.equals("char")) {
            // Another type than the one of the catalog.
            name = "bpchar";
        }
        if (name.equals("double")) {
            tokens.accept("PRECISION");
        } else if (name.equals("character") || name.equals("bit")) {
            name = tokens.accept("VARYING") ? "varchar" : name;
        }
        skipParentheses(tokens);
        if (name.startsWith("time")) {
            name = zone(name, tokens);
        }
        boolean isArray = false;
        while (tokens.accept('[')) {
            isArray = true;
            if (tokens.kind() == SqlTokens.Kind.NUMBER) {
                tokens.next();
            }
            tokens.expect(']');
        }
        return new TypeName(name, isArray);
    }

    private static void skipParentheses(SqlTokens tokens) {
        if (tokens.accept('(')) {
            while (!tokens.accept(')')) {
                if (tokens.kind() == SqlTokens.Kind.END) {
                    throw tokens.error();
                }
                tokens.next();
            }
        }
    }

    private static String zone(String name, SqlTokens tokens) {
        boolean isWith = tokens.accept("WITH");
        if (isWith || tokens.accept("WITHOUT")) {
            tokens.expect("TIME");
            tokens.expect("ZONE");
        }
        return isWith && name.equals("timestamp") ? "timestamptz" : name;
    }

    /** Whether it is a type that parameters have. */
    boolean isKnown() {
        return !name.startsWith("reg") && type() != null;
    }

    /** Null if there is none of that name. */
    public PgType type() {
        PgType element = PgType.named(name);
        return isArray && element != null ? PgType.of(element.arrayOid()) : element;
    }

    /**
     * Returns the texts to write before and after the operand of a cast.
     *
     * @param isText whether the operand is a text in the statement, or a parameter, which is one to
     *     PostgreSQL
     * @return the name of a function, and what follows its argument; empty if the value stays
     */
    List<String> cast(boolean isText) {
        if (isArray) {
            return name.startsWith("bool") ? List.of("pg_bools", "") : List.of();
        }
        return switch (name) {
            case "regclass" -> List.of(isText ? "to_regclass" : "pg_regclass", "");
            case "regproc" -> List.of("pg_regproc", "");
            case "regtype" -> List.of(isText ? "to_regtype" : "pg_regtype", "");
            case "bool", "boolean" -> List.of("pg_bool", "");
            case "bytea" -> List.of("pg_bytea", "");
            case "date" -> List.of("date", "");
            case "text", "varchar", "bpchar", "name", "char", "character" ->
                List.of("CAST", " AS TEXT");
            case "int", "int2", "int4", "int8", "integer", "smallint", "bigint", "oid" ->
                List.of("CAST", " AS INTEGER");
            case "float", "float4", "float8", "real", "double" -> List.of("CAST", " AS REAL");
            case "numeric", "decimal" -> List.of("CAST", " AS NUMERIC");
            default -> List.of();
        };
    }
}
