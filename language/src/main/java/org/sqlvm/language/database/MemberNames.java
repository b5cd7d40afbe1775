package org.sqlvm.language.database;

import java.util.HashMap;
import java.util.Map;

/**
 * The members that rows have had, or that objects within rows have had. Rows mostly have their
 * members in the same order, so each member remembers the one that came behind it: while that is
 * so, no name is looked up.
 */
public final class MemberNames {
    /** The prefix of the names of the members: empty, or a path with a dot behind it. */
    private final String prefix;

    private final Map<Object, Member> known = new HashMap<>();

    /** The member that rows begin with. */
    private Member first;

    MemberNames(String prefix) {
        this.prefix = prefix;
    }

    /** A member. */
    public static final class Member {
        /** The column's index before it is known whether there is a column. */
        static final int UNKNOWN = -1;

        /** The index of a member that is not inserted. */
        static final int IGNORED = -2;

        /** The member's key in the rows. */
        public final Object key;

        final String name;

        /** The parameter that it goes to. */
        int place = UNKNOWN;

        /** How its column is declared if there is none; may be empty. */
        final String type;

        /** Whether its name is also that of a column with the same {@link InsertTarget#key}. */
        final boolean loose;

        /** The number of the row that had it last without a column. */
        long asked;

        private Member next;
        private MemberNames inner;

        private Member(Object key, String name, String type, boolean loose) {
            this.key = key;
            this.name = name;
            this.type = type;
            this.loose = loose;
        }

        /** The members of the objects that this member's values are. */
        public MemberNames inner() {
            if (inner == null) {
                inner = new MemberNames(name + ".");
            }
            return inner;
        }

        @Override
        public String toString() {
            return name;
        }
    }

    /** The member that will come behind another one, as it did before; null if there was none. */
    public Member expected(Member before) {
        return before == null ? first : before.next;
    }

    /**
     * A member that is not the expected one.
     *
     * @param before the one that came before it in the row; null for the row's first
     * @return null if none has had the key
     */
    public Member find(Object key, Member before) {
        Member found = known.get(key);
        if (found != null) {
            follow(found, before);
        }
        return found;
    }

    /** A member that no row has had. */
    Member add(Object key, String name, String type, boolean loose, Member before) {
        Member made = new Member(key, prefix + name, type, loose);
        known.put(key, made);
        follow(made, before);
        return made;
    }

    private void follow(Member member, Member before) {
        if (before == null) {
            first = member;
        } else {
            before.next = member;
        }
    }
}
