package org.sqlvm.engine.vector.scan;

import org.sqlvm.engine.file.Workspace;
import org.sqlvm.engine.vector.column.Vector;
import org.sqlvm.engine.vector.expression.KeyPlaces;
import org.sqlvm.engine.vector.expression.VectorRegisters;
import org.sqlvm.engine.vector.group.Aggregates;
import org.sqlvm.engine.vector.group.Aggregates.Sums;
import org.sqlvm.engine.vector.group.DistinctValues;
import org.sqlvm.engine.vector.group.GroupKeys;
import org.sqlvm.engine.vector.group.GroupResults;
import org.sqlvm.engine.vector.query.VectorQuery;
import org.sqlvm.engine.vector.query.VectorQuery.Aggregation;
import org.sqlvm.engine.vector.query.VectorQuery.Call;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The groups of a scan with their aggregates, in memory: arrays by the group's number. */
public final class Groups implements QueryTaker {
    /** So many groups are few. */
    private static final int FEW = 64;

    /** Where rows come from: they compute the same, each in registers of its own. */
    private final List<VectorQuery> queries;

    /** The number of the query whose rows come. */
    private int query;

    /** Its registers. */
    private int[] keys;

    private final List<Call> calls;
    private final GroupKeys groupKeys;

    /** What is kept, each of one argument; calls may share it. */
    private final List<Aggregates> aggregates = new ArrayList<>();

    /** As {@link #aggregates}: the argument's register in each query. */
    private final List<List<Integer>> arguments = new ArrayList<>();

    /** As {@link #aggregates}: what chooses the values; null if all are taken. */
    private final List<DistinctValues> distincts = new ArrayList<>();

    /** By the argument's register in each query. */
    private final Map<List<Integer>, DistinctValues> distinctValues = new HashMap<>();

    /** By call: what it reads; null for {@code count(*)}. */
    private final Aggregates[] byCall;

    private long[] rows = {};

    /** Rows of each group in the vector at hand, in four parts, where groups are few. */
    private final int[] fewRows = new int[4 * FEW];

    private final int[] rowGroups;
    private final int vectorRows;

    /** How the rows of the partition at hand find their groups; null where keys are hashed. */
    private KeyPlaces places;

    /**
     * No groups.
     *
     * @param queries with equal aggregates
     * @param countMax the most groups: more are taken for a want of memory
     */
    public Groups(List<VectorQuery> queries, int vectorRows, Workspace workspace, int countMax) {
        this.queries = queries;
        this.vectorRows = vectorRows;
        calls = queries.getFirst().aggregates();
        turnTo(0);
        byCall = new Aggregates[calls.size()];
        Map<List<Object>, Aggregates> known = new HashMap<>();
        for (int i = 0; i < byCall.length; i++) {
            Call call = calls.get(i);
            if (call.aggregation() != Aggregation.COUNT_ROWS) {
                List<Integer> argument = argument(i);
                byCall[i] = known.computeIfAbsent(
                        List.of(argument, form(call.aggregation()), call.distinct()),
                        _ -> create(call, argument, workspace, countMax));
            }
        }
        int size =
                Long.BYTES + aggregates.stream().mapToInt(Aggregates::groupSize).sum();
        groupKeys = new GroupKeys(keys.length, size, vectorRows, workspace, countMax);
        rowGroups = keys.length == 0 ? null : new int[vectorRows];
        if (keys.length == 0) {
            groupKeys.addOnly();
        }
        growAggregates();
    }

    /** The same, with no groups yet, for rows of the query at hand. */
    Groups another(Workspace workspace, int countMax) {
        Groups made = new Groups(queries, vectorRows, workspace, countMax);
        made.turnTo(query);
        return made;
    }

    @Override
    public void turnTo(int number) {
        query = number;
        keys = queries.get(number).keys().stream().mapToInt(Integer::intValue).toArray();
    }

    /** The register of a call's argument in each query. */
    private List<Integer> argument(int call) {
        return queries.stream()
                .map(each -> each.aggregates().get(call).argument())
                .toList();
    }

    /** Calls with the same argument whose states are the same. */
    private static Object form(Aggregation aggregation) {
        return switch (aggregation) {
            case SUM, TOTAL, AVG -> Aggregation.SUM;
            default -> aggregation;
        };
    }

    private Aggregates create(
            Call call, List<Integer> argument, Workspace workspace, int countMax) {
        Aggregates made = switch (call.aggregation()) {
            case COUNT -> new Aggregates.Counts();
            case MIN -> new Aggregates.Extremes(false);
            case MAX -> new Aggregates.Extremes(true);
            default -> new Sums();
        };
        aggregates.add(made);
        arguments.add(argument);
        distincts.add(
                call.distinct()
                        ? distinctValues.computeIfAbsent(
                                argument,
                                _ -> new DistinctValues(
                                        keys.length > 0, vectorRows, workspace, countMax))
                        : null);
        return made;
    }

    private void growAggregates() {
        rows = Arrays.copyOf(rows, groupKeys.capacity());
        aggregates.forEach(aggregate -> aggregate.grow(groupKeys.capacity()));
        distinctValues.values().forEach(values -> values.grow(groupKeys.capacity()));
    }

    @Override
    public void enter(VectorRegisters registers, int vectorRows) {
        places = keys.length == 0 ? null : registers.keyPlaces(keys);
        if (places != null && !places.enter(registers, groupKeys)) {
            places = null;
        }
    }

    @Override
    public boolean take(VectorRegisters registers) {
        int count = registers.count();
        if (keys.length == 0) {
            rows[0] += count;
        } else {
            boolean found = places != null
                    ? places.find(registers, rowGroups)
                    : groupKeys.find(registers.getAll(keys), count, rowGroups);
            if (!found) {
                return false;
            }
            if (rows.length < groupKeys.capacity()) {
                growAggregates();
            }
            if (groupKeys.count() <= FEW) {
                countRowsOfFew(rowGroups, count);
            } else {
                countRows(rowGroups, count, rows);
            }
        }
        for (Map.Entry<List<Integer>, DistinctValues> values : distinctValues.entrySet()) {
            Vector vector = registers.get(values.getKey().get(query));
            if (!values.getValue().take(vector, rowGroups, count)) {
                return false;
            }
        }
        Sums other = null;
        Vector othersValues = null;
        for (int i = 0; i < arguments.size(); i++) {
            DistinctValues values = distincts.get(i);
            if (values != null) {
                aggregates.get(i).step(values.fresh(), values.freshGroups(), values.freshCount());
                continue;
            }
            Vector vector = registers.get(arguments.get(i).get(query));
            boolean together = rowGroups != null
                    && aggregates.get(i) instanceof Sums
                    && Sums.mayStepTogether(vector);
            if (!together) {
                aggregates.get(i).step(vector, rowGroups, count);
            } else if (other == null) {
                other = (Sums) aggregates.get(i);
                othersValues = vector;
            } else {
                Sums.step(other, othersValues, (Sums) aggregates.get(i), vector, rowGroups, count);
                other = null;
            }
        }
        if (other != null) {
            other.step(othersValues, rowGroups, count);
        }
        return true;
    }

    /**
     * Takes the groups of later rows, which began from nothing.
     *
     * @return false if there is no memory for them, or if that makes a difference; then nothing has
     *     been taken but their keys, and perhaps values of DISTINCT aggregates, which count once
     */
    boolean add(Groups other) {
        int[] groups = new int[other.groupKeys.count()];
        if (keys.length > 0 && !groupKeys.findAll(other.groupKeys, groups)) {
            return false;
        }
        if (rows.length < groupKeys.capacity()) {
            growAggregates();
        }
        for (int i = 0; i < arguments.size(); i++) {
            if (distincts.get(i) == null
                    && !aggregates.get(i).mayAdd(other.aggregates.get(i), groups)) {
                return false;
            }
        }
        if (!addDistinct(other, groups)) {
            return false;
        }
        for (int i = 0; i < arguments.size(); i++) {
            if (distincts.get(i) == null) {
                aggregates.get(i).add(other.aggregates.get(i), groups);
            }
        }
        for (int group = 0; group < groups.length; group++) {
            rows[groups[group]] += other.rows[group];
        }
        return true;
    }

    /** The values of DISTINCT aggregates. */
    private boolean addDistinct(Groups other, int[] groups) {
        for (List<Integer> argument : distinctValues.keySet()) {
            DistinctValues own = distinctValues.get(argument);
            DistinctValues more = other.distinctValues.get(argument);
            for (int from = 0; from < more.pairCount(); from += vectorRows) {
                if (!own.take(more, from, groups)) {
                    return false;
                }
                for (int i = 0; i < arguments.size(); i++) {
                    if (distincts.get(i) == own) {
                        aggregates.get(i).step(own.fresh(), own.freshGroups(), own.freshCount());
                    }
                }
            }
        }
        return true;
    }

    private static void countRows(int[] groups, int count, long[] rows) {
        for (int i = 0; i < count; i++) {
            rows[groups[i]]++;
        }
    }

    /**
     * The same for few groups. Neighbours are of one group so often that each would wait for the
     * one before to be counted; so they are counted apart, and then together.
     */
    private void countRowsOfFew(int[] groups, int count) {
        int[] apart = fewRows;
        Arrays.fill(apart, 0);
        int i = 0;
        for (; i + 3 < count; i += 4) {
            apart[groups[i]]++;
            apart[FEW + groups[i + 1]]++;
            apart[2 * FEW + groups[i + 2]]++;
            apart[3 * FEW + groups[i + 3]]++;
        }
        for (; i < count; i++) {
            apart[groups[i]]++;
        }
        for (int group = 0; group < groupKeys.count(); group++) {
            rows[group] += (long) apart[group]
                    + apart[FEW + group]
                    + apart[2 * FEW + group]
                    + apart[3 * FEW + group];
        }
    }

    @Override
    public int count() {
        return groupKeys.count();
    }

    /** There will be so many groups, as a guess. */
    void expect(int groupCount) {
        groupKeys.expect(groupCount);
    }

    /** All rows have been taken: what has come of them. */
    GroupResults results() {
        long[][] taken = new long[byCall.length][];
        for (int i = 0; i < taken.length; i++) {
            Call call = calls.get(i);
            taken[i] = call.distinct() ? distinctValues.get(argument(i)).counts() : rows;
        }
        return new GroupResults(keys.length, groupKeys, calls, byCall, taken);
    }

    /** Gives back its memory. */
    public void release() {
        groupKeys.release();
        distinctValues.values().forEach(DistinctValues::release);
    }
}
