package org.sqlvm.engine.vector.scan;

import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.file.Workspace;
import org.sqlvm.engine.vector.column.Checks;
import org.sqlvm.engine.vector.column.Chunk;
import org.sqlvm.engine.vector.column.Vector;
import org.sqlvm.engine.vector.expression.DirectMappedKeys;
import org.sqlvm.engine.vector.expression.VectorRegisters;
import org.sqlvm.engine.vector.group.DistinctValues;
import org.sqlvm.engine.vector.group.GroupKeys;
import org.sqlvm.engine.vector.group.GroupResults;
import org.sqlvm.engine.vector.group.GroupStates;
import org.sqlvm.engine.vector.group.Sums;
import org.sqlvm.engine.vector.group.VectorAggregate;
import org.sqlvm.engine.vector.group.VectorAggregates;
import org.sqlvm.engine.vector.query.VectorQuery;
import org.sqlvm.engine.vector.query.VectorQuery.Call;
import org.sqlvm.engine.vector.query.VectorQuery.Step;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The sink of an aggregation in memory: groups with their aggregates, in arrays by the number of
 * the group.
 */
public final class Groups implements QuerySink {
    /** With at most FEW groups, rows are counted in four counters for each group. */
    private static final int FEW = 64;

    /** The queries whose rows are grouped; each computes the same in registers of its own. */
    private final List<VectorQuery> queries;

    /** The number of the query whose rows are consumed now. */
    private int query;

    /** The registers of the keys in that query. */
    private int[] keys;

    /** The registers of arguments that may fail, in the order of the calls. */
    private int[] failing;

    /** Whether these are the rows of one segment, which come again if an argument fails. */
    private boolean tentative;

    private final List<Call> calls;
    private final GroupKeys groupKeys;

    /** The states that are kept, each of one argument; calls may share one. */
    private final List<GroupStates> aggregates = new ArrayList<>();

    /** As {@link #aggregates}: the register of the argument in each query. */
    private final List<List<Integer>> arguments = new ArrayList<>();

    /** As {@link #aggregates}: what drops repeated values; null without DISTINCT. */
    private final List<DistinctValues> distincts = new ArrayList<>();

    /** By the register of the argument in each query. */
    private final Map<List<Integer>, DistinctValues> distinctValues = new HashMap<>();

    /** By call: what it is, and the state that it reads; null if it has none. */
    private final List<VectorAggregate> functions;

    private final GroupStates[] byCall;

    /** The constants of the run. */
    private final Object[] constants;

    private final Workspace workspace;

    /** Bytes of values that have been taken of the workspace. */
    private long valueSize;

    private long[] rows = {};

    /** Four counters for each of up to FEW groups: see {@link #countRowsOfFew}. */
    private final int[] fewRows = new int[4 * FEW];

    private final int[] rowGroups;
    private final int vectorRows;

    /** Finds the groups of the current partition; null if its keys are hashed. */
    private DirectMappedKeys directKeys;

    /**
     * Creates a sink without groups.
     *
     * @param queries the queries, with equal aggregates
     * @param constants the values of the instruction's operands
     * @param countMax more groups than this are treated as a lack of memory
     */
    public Groups(
            List<VectorQuery> queries,
            Object[] constants,
            int vectorRows,
            Workspace workspace,
            int countMax) {
        this.queries = queries;
        this.constants = constants;
        this.vectorRows = vectorRows;
        this.workspace = workspace;
        calls = queries.getFirst().aggregates();
        functions =
                calls.stream().map(call -> VectorAggregates.of(call.function())).toList();
        switchTo(0);
        byCall = new GroupStates[calls.size()];
        Map<List<Object>, GroupStates> known = new HashMap<>();
        for (int i = 0; i < byCall.length; i++) {
            int call = i;
            List<Object> form =
                    List.of(arguments(i), functions.get(i).form(), calls.get(i).distinct());
            byCall[i] = known.computeIfAbsent(form, _ -> create(call, countMax));
        }
        int size = Long.BYTES
                + aggregates.stream().mapToInt(GroupStates::groupSize).sum();
        groupKeys = new GroupKeys(keys.length, size, vectorRows, workspace, countMax);
        rowGroups = keys.length == 0 ? null : new int[vectorRows];
        if (keys.length == 0) {
            groupKeys.addOnly();
        }
        growAggregates();
    }

    /** Creates another sink without groups, for rows of the current query. */
    Groups another(Workspace workspace, int countMax) {
        Groups made = new Groups(queries, constants, vectorRows, workspace, countMax);
        made.switchTo(query);
        made.tentative = true;
        return made;
    }

    @Override
    public void switchTo(int number) {
        query = number;
        keys = queries.get(number).keys().stream().mapToInt(Integer::intValue).toArray();
        failing = queries.get(number).failing();
    }

    /** The register of a call's first argument in each query. */
    private List<Integer> argument(int call) {
        return queries.stream()
                .map(each -> each.aggregates().get(call).argument())
                .toList();
    }

    /** The registers of a call's arguments in each query. */
    private List<List<Integer>> arguments(int call) {
        return queries.stream()
                .map(each -> each.aggregates().get(call).arguments())
                .toList();
    }

    private GroupStates create(int number, int countMax) {
        GroupStates made = functions.get(number).states(parameters(number));
        if (made == null) {
            return null;
        }
        List<Integer> argument = argument(number);
        aggregates.add(made);
        arguments.add(argument);
        distincts.add(
                calls.get(number).distinct()
                        ? distinctValues.computeIfAbsent(
                                argument,
                                _ -> new DistinctValues(
                                        keys.length > 0, vectorRows, workspace, countMax))
                        : null);
        return made;
    }

    /** The arguments of a call behind the first. */
    private Object[] parameters(int number) {
        List<Step> steps = queries.getFirst().rows().steps();
        return calls.get(number).arguments().stream()
                .skip(1)
                .map(register -> constants[((Step.Constant) steps.get(register)).operand()])
                .toArray();
    }

    private void growAggregates() {
        rows = Arrays.copyOf(rows, groupKeys.capacity());
        aggregates.forEach(aggregate -> aggregate.grow(groupKeys.capacity()));
        distinctValues.values().forEach(values -> values.grow(groupKeys.capacity()));
    }

    @Override
    public boolean isTentative() {
        return tentative;
    }

    @Override
    public void enter(VectorRegisters registers, int vectorRows) {
        directKeys = keys.length == 0 ? null : registers.directMappedKeys(keys);
        if (directKeys != null && !directKeys.enter(registers, groupKeys)) {
            directKeys = null;
        }
    }

    @Override
    public boolean consume(VectorRegisters registers) {
        int count = registers.count();
        if (failing.length > 0 && !computeArguments(registers)) {
            return false;
        }
        if (keys.length == 0) {
            rows[0] += count;
        } else {
            boolean found = directKeys != null
                    ? directKeys.find(registers, rowGroups)
                    : groupKeys.find(registers.getAll(keys), count, rowGroups);
            if (!found) {
                return false;
            }
            assert Checks.areBelow(rowGroups, count, groupKeys.count()) : groupKeys.count();
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
            int register = arguments.get(i).get(query);
            Chunk column = registers.chunk(register);
            if (column != null && stepColumn(aggregates.get(i), column, register, registers)) {
                continue;
            }
            Vector vector = registers.get(register);
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
        return holdValues();
    }

    private boolean stepColumn(
            GroupStates states, Chunk column, int register, VectorRegisters registers) {
        int source = registers.source(register);
        return states.step(
                column,
                registers.from(source),
                registers.selection(source),
                rowGroups,
                registers.count());
    }

    /** False if the states cannot take the values, or there is no memory for them. */
    private boolean holdValues() {
        long size = 0;
        for (GroupStates states : aggregates) {
            if (!states.holds()) {
                return false;
            }
            size += states.valueSize();
        }
        long more = size - valueSize;
        if (more > 0 && !workspace.mayGrow(valueSize, more)) {
            return false;
        }
        takeValues(size);
        return true;
    }

    private void takeValues(long size) {
        if (size != valueSize) {
            workspace.take(size - valueSize);
            valueSize = size;
        }
    }

    /** False if one fails and the rows come again: then those before them come, too. */
    private boolean computeArguments(VectorRegisters registers) {
        try {
            registers.computeInOrder(failing);
            return true;
        } catch (SqlException e) {
            if (!tentative) {
                throw e;
            }
            return false;
        }
    }

    /**
     * Merges the groups of later rows, which were grouped from the start.
     *
     * @return false if there is no memory for them, or if merging would change a result; then only
     *     their keys have been added, and perhaps values of DISTINCT aggregates, which count once
     */
    boolean add(Groups other) {
        int[] groups = new int[other.groupKeys.count()];
        if (keys.length > 0 && !groupKeys.findAll(other.groupKeys, groups)) {
            return false;
        }
        assert Checks.areBelow(groups, groups.length, groupKeys.count()) : groupKeys.count();
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
        takeValues(aggregates.stream().mapToLong(GroupStates::valueSize).sum());
        return true;
    }

    /** Merges the values of DISTINCT aggregates. */
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
     * Counts the rows of few groups. Neighbouring rows are often of one group, and each would wait
     * until the one before is counted; so four counters are used in turn and added up.
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

    /** Makes room for a number of groups that is a guess. */
    void expect(int groupCount) {
        groupKeys.expect(groupCount);
    }

    /** The results, after all rows have been consumed. */
    GroupResults results() {
        List<GroupResults.Column> columns = new ArrayList<>();
        for (int i = 0; i < byCall.length; i++) {
            boolean distinct = calls.get(i).distinct();
            columns.add(new GroupResults.Column(
                    functions.get(i),
                    byCall[i],
                    distinct ? distinctValues.get(argument(i)).counts() : rows,
                    keys.length > 0 && !distinct));
        }
        return new GroupResults(keys.length, groupKeys, columns);
    }

    /** Releases the memory. */
    public void release() {
        groupKeys.release();
        takeValues(0);
        distinctValues.values().forEach(DistinctValues::release);
    }
}
