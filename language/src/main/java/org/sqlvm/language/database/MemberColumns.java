package org.sqlvm.language.database;

import org.sqlvm.engine.data.RecordEncoder;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.language.database.InsertTarget.GivenColumn;
import org.sqlvm.language.database.InsertTarget.NewColumn;
import org.sqlvm.language.database.MemberNames.Member;
import org.sqlvm.language.statement.RowInsertion;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * An insertion of rows that each have members of their own. A row is given member by member; a
 * missing member is the column's DEFAULT, or NULL. A member without a column gets one, in the same
 * transaction, if this is enabled.
 *
 * <p>A row is {@link #begin begun}, its members are {@link #set}, and it is {@link #write written},
 * unless {@link #isComplete} says that members have no columns yet: then these are created, and the
 * row begins again.
 */
public final class MemberColumns {
    private static final int ABSENT = -1;

    private final InsertTarget target;
    private final boolean adds;

    /** The names of the members that are inserted, as {@link InsertTarget#folded}; or null. */
    private final Set<String> wanted;

    private final MemberNames names = new MemberNames("");

    /** Null before it has begun. */
    private RowInsertion insertion;

    /** By {@link InsertTarget#folded} name of a column: its parameter. */
    private final Map<String, Integer> places = new HashMap<>();

    /** By {@link InsertTarget#key} of a column: its parameter. */
    private final Map<String, Integer> loosePlaces = new HashMap<>();

    /** By parameter. */
    private List<GivenColumn> columns = List.of();

    /** Writing a row may run statements. */
    private boolean computes;

    private RecordEncoder record;
    private int[] sources;
    private int rowidSource;

    /** The number of the row. */
    private long row;

    /** The row's value of each parameter, valid if {@link #setBy} has the row's number. */
    private Object[] values = {};

    private long[] setBy = {};

    /** By parameter: the member that the value is. */
    private Member[] owners = {};

    /** Members of the row that have no columns yet, by {@link InsertTarget#folded} name. */
    private final Map<String, Member> pending = new LinkedHashMap<>();

    /** The parameter that is being written; or {@link #ABSENT}. */
    private int current = ABSENT;

    /** Puts values into a record. */
    public interface Writer {
        /** For values as in registers. */
        Writer OF_SQL = new Writer() {
            @Override
            public void add(RecordEncoder record, Object value) {
                record.add(value);
            }

            @Override
            public void setRowid(RecordEncoder record, Object value) {
                record.setRowid(value);
            }
        };

        void add(RecordEncoder record, Object value);

        void setRowid(RecordEncoder record, Object value);
    }

    /**
     * Creates an insertion that has not begun.
     *
     * @param adds whether members without columns get some; else they are errors
     * @param wanted the members that are inserted; null for all
     */
    public MemberColumns(InsertTarget target, boolean adds, List<String> wanted) {
        this.target = target;
        this.adds = adds;
        if (wanted == null) {
            this.wanted = null;
        } else {
            this.wanted = new HashSet<>();
            wanted.forEach(name -> this.wanted.add(InsertTarget.folded(name)));
        }
    }

    /** Returns the insertion that rows go to; null before it has begun. */
    public RowInsertion insertion() {
        return insertion;
    }

    /** The members of rows. */
    public MemberNames names() {
        return names;
    }

    /** Begins a row. */
    public void begin(long number) {
        row = number;
        pending.clear();
        current = ABSENT;
    }

    /** A member that no row has had yet, which may be anything. */
    public Member add(MemberNames among, Object key, String name, Member before) {
        return resolved(among.add(key, checked(name), "", false, before));
    }

    /** A member of a class, whose column has its type, and may have its name in another style. */
    public Member addTyped(MemberNames among, String name, String type, Member before) {
        return resolved(among.add(name, checked(name), type, true, before));
    }

    private static String checked(String name) {
        if (name.indexOf('\0') >= 0) {
            throw SqlException.error("the name of a member has a NUL");
        }
        return name;
    }

    private Member resolved(Member member) {
        String folded = InsertTarget.folded(member.name);
        Integer place = places.get(folded);
        if (place == null && member.loose) {
            place = loosePlaces.get(InsertTarget.key(member.name));
        }
        member.place = wanted != null && !wanted.contains(folded)
                ? Member.IGNORED
                : place == null ? Member.UNKNOWN : place;
        return member;
    }

    /** The row has a member. If it has it more than once, the first one is it. */
    public void set(Member member, Object value) {
        int place = member.place;
        if (place < 0) {
            if (place == Member.UNKNOWN && member.asked != row) {
                ask(member);
            }
            return;
        }
        if (setBy[place] == row) {
            if (owners[place] != member) {
                throw twice(owners[place], member);
            }
            return;
        }
        setBy[place] = row;
        owners[place] = member;
        values[place] = value;
    }

    private void ask(Member member) {
        member.asked = row;
        Member other = pending.putIfAbsent(InsertTarget.folded(member.name), member);
        if (other != null && other != member) {
            throw twice(other, member);
        }
    }

    private static SqlException twice(Member one, Member other) {
        return SqlException.error("two members are one column: " + one.name + " and " + other.name);
    }

    /** Whether there is a column for each member of the row. */
    public boolean isComplete() {
        return pending.isEmpty() && insertion != null;
    }

    /** Begins the insertion for the row that has begun, which is its first. */
    public RowInsertion open(boolean creates) {
        insertion = target.begin(newColumns(), creates, adds);
        take();
        return insertion;
    }

    /** Makes columns for the row that has begun. The rows before it have been flushed. */
    public void extend() {
        try {
            if (!adds) {
                throw target.noColumn(pending.values().iterator().next().name);
            }
            target.extend(insertion, newColumns());
        } catch (RuntimeException error) {
            insertion.failAtNextRow();
            throw error;
        }
        take();
    }

    private List<NewColumn> newColumns() {
        return pending.values().stream()
                .map(member -> new NewColumn(member.name, member.type, member.loose))
                .toList();
    }

    /** Takes the columns of a new statement: the old ones, and others behind them. */
    private void take() {
        columns = target.given();
        for (int i = places.size(); i < columns.size(); i++) {
            places.put(InsertTarget.folded(columns.get(i).name()), i);
            loosePlaces.putIfAbsent(InsertTarget.key(columns.get(i).name()), i);
        }
        computes = columns.stream().anyMatch(GivenColumn::isComputed);
        values = Arrays.copyOf(values, columns.size());
        setBy = Arrays.copyOf(setBy, columns.size());
        owners = Arrays.copyOf(owners, columns.size());
        record = insertion.encoder();
        sources = insertion.sources();
        rowidSource = insertion.rowidSource();
        pending.values().forEach(this::resolved);
        pending.clear();
    }

    /** Whether {@link #write} runs statements: the values of DEFAULTs. */
    public boolean isComputing() {
        return computes;
    }

    /** Makes the row's record. */
    public void write(Writer writer) {
        record.begin();
        if (rowidSource >= 0) {
            current = rowidSource;
            if (setBy[rowidSource] == row) {
                writer.setRowid(record, values[rowidSource]);
            } else {
                record.setRowid(columns.get(rowidSource).absent().get());
            }
        }
        for (int source : sources) {
            if (source < 0) {
                record.addNull();
                continue;
            }
            current = source;
            if (setBy[source] == row) {
                writer.add(record, values[source]);
            } else {
                record.add(columns.get(source).absent().get());
            }
        }
        current = ABSENT;
        record.end();
    }

    /** Returns the column that an error of {@link #write} was about; null if that is not known. */
    public String current() {
        return current == ABSENT ? null : columns.get(current).name();
    }
}
