package org.sqlvm.language.interop;

import com.oracle.truffle.api.interop.InteropException;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.nodes.Node;

import org.sqlvm.engine.error.SqlException;
import org.sqlvm.language.callbacks.guest.GuestTables;
import org.sqlvm.language.values.RowShape;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Finds members of a row that the first one had not: they would be in no column. What most rows are
 * is seen from a number or a class; else their members are looked at one by one.
 */
final class MemberCheckNode extends Node {
    private static final int CACHE_SIZE = 3;
    private static final String ATTRIBUTES = "__dict__";
    private static final String FIELDS = "__dataclass_fields__";
    private static final String CLASS = "__class__";

    /** The sign by which a row is known to have no other members. */
    private enum Sign {
        /** A hash has as many entries as were found. */
        ENTRIES,
        /** An object has the class of the first one, which determines the members. */
        CLASS,
        /** An object has as many attributes as were found, in Python. */
        ATTRIBUTES,
        /** An object has as many members as were found. */
        MEMBERS
    }

    private final Sign sign;
    private final RowShape shape;
    private final Set<String> names = new HashSet<>();

    /** The class of the first row; null unless classes tell rows apart. */
    private final Object firstClass;

    @Child
    private InteropLibrary rows = InteropLibrary.getFactory().createDispatched(CACHE_SIZE);

    @Child
    private InteropLibrary members = InteropLibrary.getFactory().createDispatched(CACHE_SIZE);

    private MemberCheckNode(Sign sign, RowShape shape, List<Object> keys, Object firstClass) {
        this.sign = sign;
        this.shape = shape;
        this.firstClass = firstClass;
        keys.forEach(key -> names.add(GuestTables.text(key)));
    }

    /**
     * Returns a check for rows like the first one.
     *
     * @param keys the keys of its members
     * @return null for rows whose members have no names
     */
    static MemberCheckNode of(RowShape shape, Object first, List<Object> keys)
            throws InteropException {
        if (shape == RowShape.HASH) {
            return new MemberCheckNode(Sign.ENTRIES, shape, keys, null);
        }
        if (shape != RowShape.MEMBERS) {
            return null;
        }
        InteropLibrary interop = InteropLibrary.getUncached();
        boolean hasFields = interop.isMemberReadable(first, FIELDS);
        boolean hasAttributes = interop.isMemberReadable(first, ATTRIBUTES);
        if (!hasFields && hasAttributes) {
            return new MemberCheckNode(Sign.ATTRIBUTES, shape, keys, null);
        }
        boolean hasClass = interop.isMemberReadable(first, CLASS);
        return hasClass && interop.hasMetaObject(first)
                ? new MemberCheckNode(Sign.CLASS, shape, keys, interop.getMetaObject(first))
                : new MemberCheckNode(Sign.MEMBERS, shape, keys, null);
    }

    /**
     * Whether a row certainly has no other members.
     *
     * @param found how many members of the first one it has
     */
    boolean isLikeFirst(Object row, int found) {
        try {
            return switch (sign) {
                case ENTRIES -> rows.getHashSize(row) == found;
                case CLASS -> rows.getMetaObject(row) == firstClass;
                case ATTRIBUTES -> members.getHashSize(rows.readMember(row, ATTRIBUTES)) == found;
                case MEMBERS -> members.getArraySize(rows.getMembers(row)) == found;
            };
        } catch (InteropException _) {
            return false;
        }
    }

    /** @throws SqlException if a row has a member that the first one had not */
    void requireKnown(Object row) {
        try {
            RowShape own = GuestTables.shape(row);
            if (own != shape) {
                return;
            }
            for (Object key : GuestTables.keys(shape, row)) {
                String name = GuestTables.text(key);
                if (!names.contains(name)) {
                    throw SqlException.error("the first row had no member " + name);
                }
            }
        } catch (InteropException error) {
            throw SqlException.error("the row cannot be read: " + error.getMessage());
        }
    }
}
