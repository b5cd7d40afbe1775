package org.sqlvm.language.host;

import org.sqlvm.api.TableColumns;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.json.Jsonb;
import org.sqlvm.language.database.JsonMembers;
import org.sqlvm.language.database.MemberColumns;
import org.sqlvm.language.database.MemberNames;
import org.sqlvm.language.database.MemberNames.Member;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Gives the members of Java's objects, or of documents of JSON, to an insertion. */
final class HostMemberReader {
    private final MemberColumns columns;
    private final JsonMembers json;
    private final boolean isJson;
    private final boolean flattens;

    /** Reads a row; null if the row's class determines the columns. */
    private final TableColumns<?> told;

    private final Map<Class<?>, List<TableColumns.Column>> classes = new HashMap<>();

    /** The objects that are read, one within the other. */
    private final List<Object> within = new ArrayList<>();

    /** The row's document, if it is one. */
    private Jsonb document;

    /** The member that is being read; or null. */
    private String current;

    HostMemberReader(
            MemberColumns columns, boolean isJson, boolean flattens, TableColumns<?> told) {
        this.columns = columns;
        this.json = new JsonMembers(columns, flattens);
        this.isJson = isJson;
        this.flattens = flattens;
        this.told = told;
    }

    MemberColumns columns() {
        return columns;
    }

    /** Whether values are SQL's, and not Java's. */
    boolean isJson() {
        return isJson;
    }

    /** Begins a row. */
    void begin(Object row, long number) {
        columns.begin(number);
        current = null;
        document = isJson ? JsonMembers.parse(text(row)) : null;
        read(row);
    }

    /** Begins the same row again: there are more columns. */
    void beginAgain(Object row, long number) {
        columns.begin(number);
        read(row);
    }

    /** The member that an error was about; null if that is not known. */
    String current() {
        return current;
    }

    private static Text text(Object row) {
        return switch (row) {
            case CharSequence text -> Text.of(text.toString());
            case byte[] bytes -> Text.of(bytes);
            case null -> throw noRow("null is no row");
            default -> throw noRow("no text: " + row.getClass());
        };
    }

    private static SqlException noRow(String what) {
        return new SqlException(ResultCode.MISMATCH, what);
    }

    private void read(Object row) {
        within.clear();
        if (document != null) {
            json.set(document);
        } else if (told != null) {
            read(row, told.columns(), columns.names());
        } else {
            switch (row) {
                case null -> throw noRow("null is no row");
                case Map<?, ?> map -> read(map, columns.names());
                case List<?> _, Object[] _, CharSequence _, Number _, Boolean _, byte[] _ ->
                    throw noRow("a row without names of its members: " + row.getClass());
                default -> read(row, columnsOf(row.getClass()), columns.names());
            }
        }
        current = null;
    }

    private List<TableColumns.Column> columnsOf(Class<?> type) {
        return classes.computeIfAbsent(type, one -> TableColumns.of(one).columns());
    }

    private void read(Map<?, ?> map, MemberNames names) {
        Member before = null;
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            Object key = entry.getKey();
            Member member = names.expected(before);
            if (member == null || !member.key.equals(key)) {
                if (key == null) {
                    throw SqlException.error("null is no name of a member");
                }
                member = names.find(key, before);
                if (member == null) {
                    member = columns.add(names, key, key.toString(), before);
                }
            }
            set(member, entry.getValue());
            before = member;
        }
    }

    private void read(Object row, List<TableColumns.Column> members, MemberNames names) {
        Member before = null;
        for (TableColumns.Column column : members) {
            current = column.name();
            Member member = names.expected(before);
            if (member == null || !member.key.equals(column.name())) {
                member = names.find(column.name(), before);
                if (member == null) {
                    String type = HostRowShape.type(column);
                    member = columns.addTyped(names, column.name(), type, before);
                }
            }
            set(member, HostRowEncoder.read(column, row));
            before = member;
        }
    }

    private void set(Member member, Object value) {
        if (flattens && value instanceof Map<?, ?> map) {
            enter(map);
            read(map, member.inner());
            within.removeLast();
        } else if (flattens && value instanceof Record) {
            enter(value);
            read(value, columnsOf(value.getClass()), member.inner());
            within.removeLast();
        } else {
            columns.set(member, value);
        }
    }

    private void enter(Object value) {
        if (within.size() == JavaJson.DEPTH_MAX) {
            throw JavaJson.tooDeep();
        }
        for (Object outer : within) {
            if (outer == value) {
                throw SqlException.error("circular reference detected");
            }
        }
        within.add(value);
    }
}
