package org.sqlvm.engine.vector.group;

import org.sqlvm.engine.vector.column.Vector;

/** The values of a vector that are not NULL, one behind the other, with their groups. */
final class PresentValues {
    final Vector values;
    int count;

    /** By value its group; null if all belong to group 0. */
    int[] groups;

    private final int[] selection;
    private final int[] ownGroups;

    /** @param capacity the most values of a vector */
    PresentValues(int capacity) {
        values = new Vector(capacity);
        selection = new int[capacity];
        ownGroups = new int[capacity];
    }

    /** @param all values that are no objects */
    void take(Vector all, int[] allGroups, int allCount) {
        count = select(all.nulls, allCount, selection);
        all.copy(selection, count, values);
        groups = null;
        if (allGroups != null) {
            groups = ownGroups;
            for (int i = 0; i < count; i++) {
                groups[i] = allGroups[selection[i]];
            }
        }
    }

    private static int select(boolean[] nulls, int count, int[] selection) {
        int found = 0;
        for (int i = 0; i < count; i++) {
            selection[found] = i;
            found += nulls[i] ? 0 : 1;
        }
        return found;
    }
}
