package org.sqlvm.server.catalog;

import org.sqlvm.api.Aggregate;
import org.sqlvm.api.Arguments;
import org.sqlvm.api.Database;
import org.sqlvm.api.Result;
import org.sqlvm.api.ScalarFunction;
import org.sqlvm.server.catalog.CatalogSnapshot.Constraint;
import org.sqlvm.server.catalog.CatalogSnapshot.Index;
import org.sqlvm.server.catalog.CatalogSnapshot.Relation;
import org.sqlvm.server.session.Login;
import org.sqlvm.server.sql.RegularExpressions;
import org.sqlvm.server.sql.SqlTokens;
import org.sqlvm.server.value.ParameterValue;
import org.sqlvm.server.value.PgArray;
import org.sqlvm.server.value.PgType;
import org.sqlvm.server.value.TextForm;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;

/** Functions of PostgreSQL's with which clients ask for the catalog. */
final class CatalogFunctions {
    private static final Pattern NUMBER = Pattern.compile("\\d{1,10}");

    /** The names that SQL has for types; others have one name. */
    private static final Map<PgType, String> FORMATTED = Map.ofEntries(
            Map.entry(PgType.BOOL, "boolean"),
            Map.entry(PgType.INT2, "smallint"),
            Map.entry(PgType.INT4, "integer"),
            Map.entry(PgType.INT8, "bigint"),
            Map.entry(PgType.FLOAT4, "real"),
            Map.entry(PgType.FLOAT8, "double precision"),
            Map.entry(PgType.VARCHAR, "character varying"),
            Map.entry(PgType.BPCHAR, "character"),
            Map.entry(PgType.CHAR, "\"char\""),
            Map.entry(PgType.TIME, "time without time zone"),
            Map.entry(PgType.TIMESTAMP, "timestamp without time zone"),
            Map.entry(PgType.TIMESTAMPTZ, "timestamp with time zone"));

    /** The functions that always return NULL, with the maximum number of their arguments. */
    private static final Map<String, Integer> NULLS = Map.ofEntries(
            Map.entry("obj_description", 2),
            Map.entry("col_description", 2),
            Map.entry("shobj_description", 2),
            Map.entry("pg_advisory_unlock_all", 0),
            Map.entry("pg_get_serial_sequence", 2),
            Map.entry("pg_tablespace_location", 1),
            Map.entry("pg_get_function_result", 1),
            Map.entry("pg_get_function_arguments", 1),
            Map.entry("pg_get_functiondef", 1),
            Map.entry("pg_get_triggerdef", 2),
            Map.entry("pg_get_ruledef", 2),
            Map.entry("pg_get_partkeydef", 1));

    /** The functions about privileges and visibility, which always return true. */
    private static final Map<String, Integer> TRUE = Map.ofEntries(
            Map.entry("pg_table_is_visible", 1),
            Map.entry("pg_type_is_visible", 1),
            Map.entry("pg_function_is_visible", 1),
            Map.entry("pg_collation_is_visible", 1),
            Map.entry("has_schema_privilege", 3),
            Map.entry("has_table_privilege", 3),
            Map.entry("has_database_privilege", 3),
            Map.entry("has_any_column_privilege", 3),
            Map.entry("has_column_privilege", 4));

    private static final Map<String, Integer> ZEROS = Map.ofEntries(
            Map.entry("pg_my_temp_schema", 0),
            Map.entry("pg_is_other_temp_schema", 1),
            Map.entry("pg_stat_get_numscans", 1),
            Map.entry("pg_relation_size", 2),
            Map.entry("pg_table_size", 1),
            Map.entry("pg_total_relation_size", 1),
            Map.entry("pg_database_size", 1));

    private final Catalog catalog;
    private final Login login;

    CatalogFunctions(Catalog catalog, Login login) {
        this.catalog = catalog;
        this.login = login;
    }

    void register(Database database) {
        constants(database, NULLS, (arguments, result) -> result.setNull());
        constants(database, TRUE, (arguments, result) -> result.setLong(1));
        constants(database, ZEROS, (arguments, result) -> result.setLong(0));
        registerNames(database);
        registerDefinitions(database);
        registerArrays(database);
    }

    private static void constants(
            Database database, Map<String, Integer> functions, ScalarFunction function) {
        functions.forEach((name, most) -> {
            for (int count = most == 0 ? 0 : 1; count <= most; count++) {
                database.createFunction(name, count, function);
            }
        });
    }

    private static void text(
            Database database, String name, int count, Function<Arguments, String> function) {
        database.createFunction(name, count, (ScalarFunction)
                (arguments, result) -> result.setText(function.apply(arguments)));
    }

    private static void number(
            Database database, String name, int count, Function<Arguments, Long> function) {
        database.createFunction(name, count, (ScalarFunction)
                (arguments, result) -> set(result, function.apply(arguments)));
    }

    private static void set(Result result, Long value) {
        if (value == null) {
            result.setNull();
        } else {
            result.setLong(value);
        }
    }

    // ------------------------------------------------------------------ names

    private void registerNames(Database database) {
        text(
                database,
                "format_type",
                2,
                arguments -> arguments.isNull(0) ? null : formatted((int) arguments.getLong(0)));
        text(database, "pg_regtype", 1, arguments -> formatted((int) arguments.getLong(0)));
        number(database, "to_regtype", 1, arguments -> typeOid(arguments.getText(0)));
        text(
                database,
                "pg_regproc",
                1,
                arguments -> arguments.isNull(0)
                        ? null
                        : arguments.getText(0).replace("pg_catalog.", ""));
        text(database, "pg_regclass", 1, arguments -> className(arguments));
        number(database, "to_regclass", 1, arguments -> classOid(arguments.getText(0)));
        text(
                database,
                "pg_get_userbyid",
                1,
                arguments -> arguments.getLong(0) == RelationTables.OWNER
                        ? ServerTables.OWNER_NAME
                        : login.user());
        text(database, "pg_encoding_to_char", 1, arguments -> "UTF8");
        text(database, "getdatabaseencoding", 0, arguments -> "UTF8");
        text(
                database,
                "quote_ident",
                1,
                arguments -> arguments.isNull(0) ? null : CatalogText.quoted(arguments.getText(0)));
        text(
                database,
                "current_schemas",
                1,
                arguments -> arguments.getLong(0) != 0 ? "{pg_catalog,public}" : "{public}");
        text(database, "pg_size_pretty", 1, arguments -> arguments.getLong(0) + " bytes");
        number(database, "pg_bool", 1, CatalogFunctions::bool);
        // The elements of an array of truths as numbers.
        text(
                database,
                "pg_bools",
                1,
                arguments -> arguments.isNull(0)
                        ? null
                        : PgArray.text(PgArray.elements(arguments.getText(0)).stream()
                                .map(each -> each == null
                                        ? null
                                        : ParameterValue.ofText(each, PgType.BOOL))
                                .toList()));
        text(
                database,
                "pg_at_zone",
                2,
                arguments -> TextForm.atZone(arguments.getText(0), arguments.getText(1)));
        database.createFunction("pg_bytea", 1, (ScalarFunction) CatalogFunctions::bytes);
        RegularExpressions.register(database);
    }

    /** The name that SQL has for a type. */
    static String formatted(int oid) {
        PgType type = PgType.of(oid);
        if (type != null && !type.isArray()) {
            return FORMATTED.getOrDefault(type, type.typeName());
        }
        for (PgType element : PgType.values()) {
            if (element.arrayOid() == oid) {
                return formatted(element.oid()) + "[]";
            }
        }
        return "???";
    }

    private static Long typeOid(String name) {
        if (name == null) {
            return null;
        }
        PgType type = PgType.named(name);
        return type == null ? null : Long.valueOf(type.oid());
    }

    /** A text as PostgreSQL reads one that is to be a bytea. */
    private static void bytes(Arguments arguments, Result result) {
        if (arguments.isNull(0)) {
            result.setNull();
        } else if (arguments.getObject(0) instanceof byte[] blob) {
            result.setBlob(blob);
        } else {
            result.setBlob((byte[]) ParameterValue.ofText(arguments.getText(0), PgType.BYTEA));
        }
    }

    private static Long bool(Arguments arguments) {
        if (arguments.isNull(0)) {
            return null;
        }
        String text = arguments.getText(0).toLowerCase(Locale.ROOT);
        return List.of("1", "t", "true", "y", "yes", "on").contains(text) ? 1L : 0L;
    }

    private String className(Arguments arguments) {
        if (arguments.isNull(0)) {
            return null;
        }
        Relation relation = catalog.snapshot().relation(arguments.getLong(0));
        return relation == null ? arguments.getText(0) : CatalogText.quoted(relation.name());
    }

    /** @param name maybe quoted, and with a schema; or a number, which is the answer */
    private Long classOid(String name) {
        if (name == null) {
            return null;
        }
        if (NUMBER.matcher(name).matches()) {
            return Long.valueOf(name);
        }
        SqlTokens tokens = new SqlTokens(name, 0).next();
        String last = tokens.value();
        while (tokens.next().isSymbol('.')) {
            last = tokens.next().value();
        }
        Relation relation = catalog.snapshot().relation(last);
        return relation == null ? null : Long.valueOf(relation.oid());
    }

    // ------------------------------------------------------------------ definitions

    private void registerDefinitions(Database database) {
        for (int count = 2; count <= 3; count++) {
            text(database, "pg_get_expr", count, arguments -> arguments.getText(0));
        }
        for (int count = 1; count <= 3; count++) {
            int columns = count;
            text(
                    database,
                    "pg_get_indexdef",
                    count,
                    arguments -> indexDefinition(
                            arguments.getLong(0), columns == 3 ? (int) arguments.getLong(1) : 0));
        }
        for (int count = 1; count <= 2; count++) {
            text(database, "pg_get_constraintdef", count, this::constraintDefinition);
            text(database, "pg_get_viewdef", count, this::viewDefinition);
        }
    }

    /** @param column from 1; 0 for the whole index */
    private String indexDefinition(long oid, int column) {
        for (Index index : catalog.snapshot().indexes()) {
            if (index.relation().oid() == oid) {
                if (column == 0) {
                    return CatalogText.indexDefinition(index);
                }
                return column <= index.names().size()
                        ? CatalogText.column(index, column - 1)
                        : null;
            }
        }
        return null;
    }

    private String constraintDefinition(Arguments arguments) {
        for (Constraint constraint : catalog.snapshot().constraints()) {
            if (constraint.oid() == arguments.getLong(0)) {
                return CatalogText.constraintDefinition(constraint);
            }
        }
        return null;
    }

    private String viewDefinition(Arguments arguments) {
        Relation view = catalog.snapshot().relation(arguments.getLong(0));
        return view == null || view.kind() != 'v' ? null : CatalogText.viewDefinition(view);
    }

    // ------------------------------------------------------------------ arrays

    private static void registerArrays(Database database) {
        database.createFunction("pg_array_of", -1, (ScalarFunction) (arguments, result) -> {
            List<Object> elements = new ArrayList<>();
            for (int i = 0; i < arguments.count(); i++) {
                elements.add(arguments.isNull(i) ? null : arguments.getText(i));
            }
            result.setText(PgArray.text(elements));
        });
        database.createAggregate("pg_array", 1, ArrayAggregate::new);
        database.createAggregate("array_agg", 1, ArrayAggregate::new);
        number(database, "pg_any", 2, arguments -> {
            if (arguments.isNull(0) || arguments.isNull(1)) {
                return null;
            }
            return PgArray.elements(arguments.getText(1)).contains(arguments.getText(0)) ? 1L : 0L;
        });
        number(
                database,
                "pg_position",
                2,
                arguments ->
                        (long) PgArray.elements(arguments.getText(0)).indexOf(arguments.getText(1))
                                + 1);
        text(database, "pg_element", 2, CatalogFunctions::element);
        text(
                database,
                "array_to_string",
                2,
                arguments -> arguments.isNull(0)
                        ? null
                        : String.join(
                                arguments.getText(1), PgArray.elements(arguments.getText(0))));
        text(
                database,
                "string_to_array",
                2,
                arguments -> arguments.isNull(0)
                        ? null
                        : PgArray.text(List.of(arguments
                                .getText(0)
                                .split(Pattern.quote(arguments.getText(1)), -1))));
        text(
                database,
                "array_remove",
                2,
                arguments -> arguments.isNull(0)
                        ? null
                        : PgArray.text(PgArray.elements(arguments.getText(0)).stream()
                                .filter(each -> !arguments.getText(1).equals(each))
                                .toList()));
        number(
                database,
                "array_length",
                2,
                arguments -> arguments.isNull(0)
                        ? null
                        : (long) PgArray.elements(arguments.getText(0)).size());
        number(
                database,
                "array_upper",
                2,
                arguments -> arguments.isNull(0)
                        ? null
                        : (long) PgArray.elements(arguments.getText(0)).size());
        number(database, "array_lower", 2, arguments -> arguments.isNull(0) ? null : 1L);
    }

    /** Vectors of the catalog begin at 0, arrays at 1. */
    private static String element(Arguments arguments) {
        String array = arguments.getText(0);
        if (array == null) {
            return null;
        }
        long place = arguments.getLong(1) - (array.startsWith("{") ? 1 : 0);
        List<String> elements = PgArray.elements(array);
        return place < 0 || place >= elements.size() ? null : elements.get((int) place);
    }

    /** The values of a group as an array. */
    private static final class ArrayAggregate implements Aggregate {
        private final List<Object> elements = new ArrayList<>();

        @Override
        public void step(Arguments arguments) {
            elements.add(arguments.isNull(0) ? null : arguments.getText(0));
        }

        @Override
        public void finish(Result result) {
            result.setText(PgArray.text(elements));
        }
    }
}
