package org.sqlvm.test.queries;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The statements that make a schema and its rows, and how there could be less of them. */
record Script(List<Step> steps) {
    sealed interface Step {
        String sql();
    }

    /** @param tail constraints with their commas, the parenthesis, options */
    record CreateTable(String name, List<Column> columns, Piece tail) implements Step {
        @Override
        public String sql() {
            return "CREATE TABLE " + name
                    + columns.stream()
                            .map(column -> column.name() + column.definition())
                            .collect(Collectors.joining(", ", "(", ""))
                    + tail;
        }
    }

    record Column(String name, Piece definition) {
        private static final String TYPE =
                "^ (?!INTEGER PRIMARY|COLLATE|NOT NULL|AS )[A-Z]+(\\(10\\))?";

        Column untyped() {
            return new Column(name, Piece.fixed(definition.toString().replaceFirst(TYPE, "")));
        }
    }

    record Insert(String table, List<String> values) implements Step {
        @Override
        public String sql() {
            return "INSERT INTO " + table + " VALUES(" + String.join(", ", values) + ")";
        }
    }

    record Other(Piece text) implements Step {
        @Override
        public String sql() {
            return text.toString();
        }
    }

    Script {
        steps = List.copyOf(steps);
    }

    /** The same with columns that have no types, but for integer primary keys. */
    Script untyped() {
        List<Step> result = new ArrayList<>();
        for (Step step : steps) {
            result.add(
                    step instanceof CreateTable table
                            ? new CreateTable(
                                    table.name,
                                    table.columns.stream().map(Column::untyped).toList(),
                                    table.tail)
                            : step);
        }
        return new Script(result);
    }

    /** Those of one step less, or of a smaller step, the smallest first. */
    List<Script> smaller() {
        List<Script> result = new ArrayList<>();
        for (int size = steps.size(); size > 0; size /= 2) {
            for (int start = steps.size() - size; start >= 0; start -= size) {
                List<Step> left = new ArrayList<>(steps);
                left.subList(start, start + size).clear();
                result.add(new Script(left));
            }
        }
        for (int i = 0; i < steps.size(); i++) {
            switch (steps.get(i)) {
                case CreateTable table -> {
                    for (int column = 0; column < table.columns().size(); column++) {
                        result.add(without(table, column));
                    }
                    smallerTables(i, table, result);
                }
                case Insert insert -> smallerInserts(i, insert, result);
                case Other other -> {
                    for (Piece piece : other.text().smaller()) {
                        result.add(with(i, new Other(piece)));
                    }
                }
            }
        }
        return result;
    }

    private Script with(int place, Step step) {
        List<Step> changed = new ArrayList<>(steps);
        changed.set(place, step);
        return new Script(changed);
    }

    private Script without(CreateTable table, int column) {
        List<Step> changed = new ArrayList<>();
        for (Step step : steps) {
            if (step == table) {
                List<Column> columns = new ArrayList<>(table.columns());
                columns.remove(column);
                changed.add(new CreateTable(table.name(), columns, table.tail()));
            } else if (step instanceof Insert insert
                    && insert.table().equals(table.name())
                    && column < insert.values().size()) {
                List<String> values = new ArrayList<>(insert.values());
                values.remove(column);
                changed.add(new Insert(insert.table(), values));
            } else {
                changed.add(step);
            }
        }
        return new Script(changed);
    }

    private void smallerTables(int place, CreateTable table, List<Script> result) {
        for (int i = 0; i < table.columns().size(); i++) {
            Column column = table.columns().get(i);
            for (Piece piece : column.definition().smaller()) {
                List<Column> columns = new ArrayList<>(table.columns());
                columns.set(i, new Column(column.name(), piece));
                result.add(with(place, new CreateTable(table.name(), columns, table.tail())));
            }
        }
        for (Piece piece : table.tail().smaller()) {
            result.add(with(place, new CreateTable(table.name(), table.columns(), piece)));
        }
    }

    private void smallerInserts(int place, Insert insert, List<Script> result) {
        for (int i = 0; i < insert.values().size(); i++) {
            String value = insert.values().get(i);
            if (value.length() > 1 && !value.equals("NULL")) {
                for (String simple : List.of("NULL", "0", "1")) {
                    List<String> values = new ArrayList<>(insert.values());
                    values.set(i, simple);
                    result.add(with(place, new Insert(insert.table(), values)));
                }
            }
        }
    }

    @Override
    public String toString() {
        return steps.stream().map(step -> step.sql() + ";\n").collect(Collectors.joining());
    }
}
