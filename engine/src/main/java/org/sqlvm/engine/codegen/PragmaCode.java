package org.sqlvm.engine.codegen;

import org.sqlvm.engine.data.Casts;
import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.program.Assembler;
import org.sqlvm.engine.program.FunctionCall;
import org.sqlvm.engine.program.Opcode;
import org.sqlvm.engine.program.Program.ResultColumn;
import org.sqlvm.engine.row.PatternFunctions;
import org.sqlvm.engine.schema.Column;
import org.sqlvm.engine.schema.Index;
import org.sqlvm.engine.schema.Schema;
import org.sqlvm.engine.schema.Table;
import org.sqlvm.engine.sql.tree.Expression;
import org.sqlvm.engine.sql.tree.Statement;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * PRAGMAs that describe the schema. Their rows are known when the statement is compiled, so the
 * program only gives them. As in SQLite a pragma that nobody knows does nothing.
 */
final class PragmaCode {
    private final Assembler assembler;
    private final Schema schema;

    private PragmaCode(Assembler assembler, Schema schema) {
        this.assembler = assembler;
        this.schema = schema;
    }

    /** Emits the rows and gives their columns. */
    static List<ResultColumn> emit(Assembler assembler, Statement.Pragma pragma, Schema schema) {
        PragmaCode code = new PragmaCode(assembler, schema);
        String value = pragma.value();
        return switch (pragma.name().name().text().toLowerCase(Locale.ROOT)) {
            case "database_list" -> code.databaseList();
            case "table_info" -> code.tableInfo(value);
            case "index_list" -> code.indexList(value);
            case "index_info" -> code.indexInfo(value);
            case "encoding" -> code.encoding(value, pragma);
            case "case_sensitive_like" -> code.caseSensitiveLike(value);
            case "busy_timeout",
                    "foreign_keys",
                    "cache_size",
                    "synchronous",
                    "journal_mode",
                    "page_size" ->
                throw SqlException.notSupported(
                        "PRAGMA " + pragma.name().name().text(), pragma.span().start());
            default -> List.of();
        };
    }

    private static List<ResultColumn> columns(String... names) {
        return List.of(names).stream()
                .map(name -> new ResultColumn(name, null, null, null, null))
                .toList();
    }

    private void row(Object... values) {
        int first = assembler.registers(values.length);
        for (int i = 0; i < values.length; i++) {
            Object value = values[i];
            assembler.load(value instanceof String text ? Text.of(text) : value, first + i);
        }
        assembler.add(Opcode.ResultRow, first, values.length, 0);
    }

    /**
     * The file's name is the connection's, and a program is shared by connections: a function tells
     * it.
     */
    private List<ResultColumn> databaseList() {
        int first = assembler.registers(3);
        assembler.load(0L, first);
        assembler.load(Text.of("main"), first + 1);
        assembler.add(Opcode.DatabasePath, 0, first + 2, 0);
        assembler.add(Opcode.ResultRow, first, 3, 0);
        return columns("seq", "name", "file");
    }

    private List<ResultColumn> tableInfo(String name) {
        Table table = name == null ? null : schema.table(name);
        if (table != null) {
            List<Integer> primaryKey = primaryKey(table);
            for (int i = 0; i < table.columns().size(); i++) {
                Column column = table.columns().get(i);
                boolean notNull = column.notNull();
                row(
                        (long) i,
                        column.name(),
                        column.declaredType() == null ? "" : column.declaredType(),
                        notNull ? 1L : 0L,
                        defaultText(column),
                        primaryKey.indexOf(i) + 1L);
            }
        }
        return columns("cid", "name", "type", "notnull", "dflt_value", "pk");
    }

    private static List<Integer> primaryKey(Table table) {
        List<Integer> columns = new ArrayList<>();
        if (table.rowidAlias() >= 0) {
            columns.add(table.rowidAlias());
        } else if (table.primaryKey() != null) {
            for (int i = 0; i < table.primaryKey().keyCount(); i++) {
                columns.add(table.primaryKey().columns().get(i).tableColumn());
            }
        }
        return columns;
    }

    private static Object defaultText(Column column) {
        return switch (column.defaultValue()) {
            case null -> SqlNull.NULL;
            case Expression.StringLiteral text -> "'" + text.value().replace("'", "''") + "'";
            default -> {
                Object value = Defaults.insertValue(column);
                yield value == SqlNull.NULL ? "NULL" : Casts.toText(value).toString();
            }
        };
    }

    private List<ResultColumn> indexList(String name) {
        Table table = name == null ? null : schema.table(name);
        if (table != null) {
            List<Index> indexes = table.indexes();
            for (int i = 0; i < indexes.size(); i++) {
                Index index = indexes.get(i);
                row(
                        (long) i,
                        index.name(),
                        index.unique() ? 1L : 0L,
                        index.origin(),
                        index.where() == null ? 0L : 1L);
            }
        }
        return columns("seq", "name", "unique", "origin", "partial");
    }

    private List<ResultColumn> indexInfo(String name) {
        Index index = name == null ? null : schema.index(name);
        if (index != null) {
            Table table = schema.table(index.table());
            for (int i = 0; i < index.keyCount(); i++) {
                int column = index.columns().get(i).tableColumn();
                Object columnName =
                        column < 0 ? SqlNull.NULL : table.columns().get(column).name();
                row((long) i, (long) column, columnName);
            }
        }
        return columns("seqno", "cid", "name");
    }

    private List<ResultColumn> encoding(String value, Statement.Pragma pragma) {
        if (value != null) {
            throw SqlException.notSupported("PRAGMA encoding = …", pragma.span().start());
        }
        row(
                switch (schema.encoding()) {
                    case UTF8 -> "UTF-8";
                    case UTF16LE -> "UTF-16le";
                    case UTF16BE -> "UTF-16be";
                });
        return columns("encoding");
    }

    /** A setting of the connection: it is set when the statement runs. */
    private List<ResultColumn> caseSensitiveLike(String value) {
        if (value != null) {
            int flag = assembler.literal(isOn(value) ? 1L : 0L);
            FunctionCall call =
                    new FunctionCall(PatternFunctions.SET_CASE, 1, Collation.BINARY, false);
            assembler.add(Opcode.Function, 0, flag, assembler.register(), call, 1);
        }
        return List.of();
    }

    /** A number other than 0, or a word of consent. */
    private static boolean isOn(String value) {
        return switch (value.toLowerCase(Locale.ROOT)) {
            case "on", "yes", "true" -> true;
            default ->
                !value.isEmpty()
                        && Character.isDigit(value.charAt(0))
                        && Casts.toLong(Text.of(value)) != 0;
        };
    }
}
