package org.sqlvm.engine.row.hash;

import org.sqlvm.engine.data.KeyField;
import org.sqlvm.engine.data.KeyOrder;
import org.sqlvm.engine.data.KeyValues;
import org.sqlvm.engine.data.RecordWriter;
import org.sqlvm.engine.data.TextEncoding;
import org.sqlvm.engine.data.ValueKind;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.file.Workspace;
import org.sqlvm.engine.row.sort.IntegerOrder;
import org.sqlvm.engine.row.sort.MergeSort;
import org.sqlvm.engine.row.sort.Sorter;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntUnaryOperator;

/** Puts the rows of a {@link HashTable} into the order of their keys. */
final class KeySort {
    private final KeyField[] fields;

    /** By column and slot, as the table has them. */
    private final byte[][] kinds;

    private final long[][] numbers;
    private final Object[][] objects;

    KeySort(KeyField[] fields, byte[][] kinds, long[][] numbers, Object[][] objects) {
        this.fields = fields;
        this.kinds = kinds;
        this.numbers = numbers;
        this.objects = objects;
    }

    /** The rows in order, which are all in memory; null if they came in that order. */
    int[] sort(int count) {
        int ordered = 1;
        while (ordered < count && compare(ordered - 1, ordered) <= 0) {
            ordered++;
        }
        if (ordered >= count) {
            return null;
        }
        boolean[] descending = new boolean[fields.length];
        for (int key = 0; key < fields.length; key++) {
            descending[key] = fields[key].descending();
        }
        int[] byNumbers = IntegerOrder.sort(kinds, numbers, descending, count);
        if (byNumbers != null) {
            return byNumbers;
        }
        Integer[] rows = new Integer[count];
        Arrays.setAll(rows, Integer::valueOf);
        MergeSort.sort(rows, count, this::compare);
        return Arrays.stream(rows).mapToInt(Integer::intValue).toArray();
    }

    private int compare(int left, int right) {
        for (int key = 0; key < fields.length; key++) {
            int compared = KeyValues.compare(
                    kinds[key][left],
                    numbers[key][left],
                    object(key, left),
                    kinds[key][right],
                    numbers[key][right],
                    object(key, right),
                    fields[key].collation());
            if (compared != 0) {
                return fields[key].descending() ? -compared : compared;
            }
        }
        return 0;
    }

    private Object object(int key, int row) {
        Object[] values = objects[key];
        return values == null ? null : values[row];
    }

    /**
     * Sorts rows in a file: returns a sorter of records of a row's keys and its number.
     *
     * @param load brings a row into memory; gives its slot
     */
    Sorter sort(int count, IntUnaryOperator load, Workspace workspace) {
        TextEncoding encoding = KeyField.encoding(List.of(fields));
        Sorter sorter = new Sorter(new KeyOrder(List.of(fields), encoding), workspace);
        RecordWriter writer = new RecordWriter(encoding);
        try {
            for (int number = 0; number < count; number++) {
                int slot = load.applyAsInt(number);
                writer.clear();
                for (int key = 0; key < fields.length; key++) {
                    switch (kinds[key][slot]) {
                        case ValueKind.NULL -> writer.addNull();
                        case ValueKind.LONG -> writer.addLong(numbers[key][slot]);
                        case ValueKind.DOUBLE ->
                            writer.addDouble(Double.longBitsToDouble(numbers[key][slot]));
                        default -> writer.add(objects[key][slot]);
                    }
                }
                writer.addLong(number);
                byte[] record = writer.toRecord();
                sorter.add(record, 0, record.length);
            }
            sorter.sort();
            return sorter;
        } catch (SqlException e) {
            sorter.close();
            throw e;
        }
    }
}
