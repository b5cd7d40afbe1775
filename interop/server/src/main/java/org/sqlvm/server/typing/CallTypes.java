package org.sqlvm.server.typing;

import org.sqlvm.server.value.PgType;

import java.util.List;
import java.util.Set;

/** The types that functions take and give. */
final class CallTypes {
    private static final Set<String> INTEGERS = Set.of(
            "array_length",
            "changes",
            "char_length",
            "count",
            "dense_rank",
            "instr",
            "json_array_length",
            "last_insert_rowid",
            "length",
            "ntile",
            "octet_length",
            "pg_position",
            "random",
            "rank",
            "row_number",
            "sign",
            "total_changes",
            "unicode",
            "unixepoch");

    private static final Set<String> REALS = Set.of(
            "acos",
            "asin",
            "atan",
            "atan2",
            "avg",
            "cos",
            "degrees",
            "exp",
            "julianday",
            "ln",
            "log",
            "log10",
            "log2",
            "pi",
            "pow",
            "power",
            "radians",
            "sin",
            "sqrt",
            "tan",
            "total");

    private static final Set<String> TEXTS = Set.of(
            "char",
            "concat",
            "concat_ws",
            "date",
            "datetime",
            "format",
            "group_concat",
            "hex",
            "lower",
            "ltrim",
            "printf",
            "quote",
            "replace",
            "rtrim",
            "strftime",
            "string_agg",
            "substr",
            "substring",
            "time",
            "trim",
            "typeof",
            "upper");

    /** The functions whose arguments and result have the same type. */
    private static final Set<String> ALIKE = Set.of(
            "abs",
            "ceil",
            "ceiling",
            "coalesce",
            "first_value",
            "floor",
            "ifnull",
            "last_value",
            "max",
            "min",
            "nullif",
            "round",
            "sum");

    private CallTypes() {}

    /** The result of a call, whose arguments get types. */
    static Operand call(String name, List<Operand> arguments, Unifier unifier) {
        Operand first = arguments.isEmpty() ? Operand.UNKNOWN : arguments.getFirst();
        if (name.equals("pg_any") && arguments.size() == 2) {
            PgType array = first.type() == null ? null : PgType.of(first.type().arrayOid());
            unifier.set(arguments.get(1), new Operand(array));
            return new Operand(PgType.BOOL);
        }
        if (INTEGERS.contains(name)) {
            return new Operand(PgType.INT8);
        }
        if (REALS.contains(name)) {
            arguments.forEach(each -> unifier.set(each, new Operand(PgType.FLOAT8)));
            return new Operand(PgType.FLOAT8);
        }
        if (TEXTS.contains(name)) {
            if (name.startsWith("substr")) {
                arguments.stream()
                        .skip(1)
                        .forEach(each -> unifier.set(each, new Operand(PgType.INT8)));
            }
            return new Operand(PgType.TEXT);
        }
        if (name.equals("iif") || name.equals("if")) {
            return unifier.unifyAll(
                    arguments.subList(Math.min(1, arguments.size()), arguments.size()));
        }
        if (name.equals("round") && arguments.size() == 2) {
            unifier.set(arguments.get(1), new Operand(PgType.INT8));
            return new Operand(PgType.FLOAT8);
        }
        return ALIKE.contains(name) ? unifier.unifyAll(arguments) : Operand.UNKNOWN;
    }
}
