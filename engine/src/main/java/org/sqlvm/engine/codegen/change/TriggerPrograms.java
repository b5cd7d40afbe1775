package org.sqlvm.engine.codegen.change;

import org.sqlvm.engine.codegen.query.ExpressionCode;
import org.sqlvm.engine.codegen.query.RowReader;
import org.sqlvm.engine.codegen.query.SelectCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.plan.ChangePlanner;
import org.sqlvm.engine.plan.logical.Expr;
import org.sqlvm.engine.plan.options.PlanOptions;
import org.sqlvm.engine.plan.physical.RowPlan;
import org.sqlvm.engine.plan.resolve.TriggerRow;
import org.sqlvm.engine.prepare.Preparation;
import org.sqlvm.engine.prepare.SchemaUse;
import org.sqlvm.engine.program.Assembler;
import org.sqlvm.engine.program.Opcode;
import org.sqlvm.engine.program.Program;
import org.sqlvm.engine.program.ProgramFacts;
import org.sqlvm.engine.program.ProgramText;
import org.sqlvm.engine.program.SubProgram;
import org.sqlvm.engine.program.TextPlace;
import org.sqlvm.engine.schema.Schema;
import org.sqlvm.engine.schema.Table;
import org.sqlvm.engine.schema.Trigger;
import org.sqlvm.engine.sql.tree.ConflictAction;
import org.sqlvm.engine.sql.tree.Expression;
import org.sqlvm.engine.sql.tree.Select;
import org.sqlvm.engine.sql.tree.Span;
import org.sqlvm.engine.sql.tree.Statement;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The programs of triggers and of foreign keys' actions that one statement needs, each compiled
 * once for each OR that it runs under. They are kept with the schema ({@link Schema#know}): the
 * next statement that needs them does not compile them again.
 */
final class TriggerPrograms {
    private final Assembler root;
    private final Schema schema;
    private final Preparation preparation;
    private final PlanOptions options;
    private final SequenceCode sequences;
    private final Map<Key, SubProgram> programs = new HashMap<>();
    /**
     * Programs that name a register of this statement's own program: no other statement can run
     * them.
     */
    private final Set<Key> bound = new HashSet<>();

    /** Programs that are being compiled, the innermost first. */
    private final Deque<Use> open = new ArrayDeque<>();

    /** Programs that have been compiled since {@link #open} was empty. */
    private final List<Use> compiled = new ArrayList<>();

    /** @param database where the table is whose rows change */
    private record Key(Object what, int database, ConflictAction action, PlanOptions options) {}

    /** Emits a program's code; returns the lines of its plan. */
    interface Body {
        List<Program.PlanLine> emit(ChangeContext context);
    }

    /** A program, and the effects of its use on the statement that runs it. */
    private static final class Use {
        final Key key;
        final SubProgram program;
        final SchemaUse schemas = new SchemaUse();
        final Set<Key> callees = new LinkedHashSet<>();
        Map<Integer, Boolean> transactions;

        Use(Key key, SubProgram program) {
            this.key = key;
            this.program = program;
        }
    }

    /** @param root the statement's assembler, which begins the transactions that programs need */
    TriggerPrograms(Assembler root, Schema schema, PlanOptions options) {
        this.root = root;
        this.schema = schema;
        this.preparation = schema.preparation();
        this.options = options.withoutTrials();
        this.sequences = new SequenceCode(root, schema);
    }

    /** The end of a statement: see {@link SequenceCode#end}. */
    void endSequences() {
        sequences.end();
    }

    /** The triggers of all databases: temporary ones run for changes in others, too. */
    Schema schema() {
        return schema;
    }

    /** @param action the OR of the statement that the trigger runs for, or DEFAULT */
    SubProgram of(Trigger trigger, TriggerRow row, ConflictAction action) {
        Statement.CreateTrigger tree = trigger.tree();
        String name = trigger.database().number() + Schema.key(trigger.name());
        Schema visible = schema.visibleIn(trigger.database());
        Key key = new Key(name, row.table().databaseNumber(), action, options);
        SubProgram known = find(key);
        return known != null
                ? known
                : preparation
                        .authorization()
                        .within(
                                trigger.name(),
                                () -> compile(
                                        key,
                                        new SubProgram(
                                                name, SubProgram.TRIGGER_TITLE + trigger.name()),
                                        trigger.sql(),
                                        visible,
                                        row,
                                        tree.when(),
                                        context -> emit(context, trigger.sql(), tree.body())));
    }

    /**
     * A program that a foreign key needs.
     *
     * @param what its key, such as the foreign key and the event
     * @param when gives the condition, or null for none
     */
    SubProgram of(Object what, TriggerRow row, Supplier<Expression> when, Body body) {
        int database = row.table().databaseNumber();
        Key key = new Key(what, database, ConflictAction.ABORT, options);
        SubProgram known = find(key);
        return known != null
                ? known
                : compile(
                        key,
                        new SubProgram(what.toString(), ""),
                        "",
                        schema.database(database),
                        row,
                        when.get(),
                        body);
    }

    /** The greatest rowid of a table so far: see {@link SequenceCode#greatest}. */
    int greatest(Table table) {
        int register = sequences.greatest(table);
        if (register != 0 && !open.isEmpty()) {
            bound.add(open.peek().key);
        }
        return register;
    }

    private SubProgram find(Key key) {
        if (!open.isEmpty()) {
            open.peek().callees.add(key);
        }
        SubProgram own = programs.get(key);
        if (own != null || preparation.authorization().isOn()) {
            return own; // The authorizer is asked about each statement.
        }
        Use kept = schema.known(key, Use.class);
        if (kept == null) {
            return null;
        }
        take(kept);
        return kept.program;
    }

    /** Takes over a program that another statement has compiled, and those that it runs. */
    private void take(Use kept) {
        programs.put(kept.key, kept.program);
        kept.transactions.forEach(root::transaction);
        preparation.use().add(kept.schemas);
        for (Key callee : kept.callees) {
            if (!programs.containsKey(callee)) {
                take(schema.known(callee, Use.class));
            }
        }
    }

    /** A program that runs itself finds itself known. */
    private SubProgram compile(
            Key key,
            SubProgram program,
            String sql,
            Schema visible,
            TriggerRow row,
            Expression when,
            Body body) {
        programs.put(key, program);
        Use use = new Use(key, program);
        open.push(use);
        preparation.noting(use.schemas, () -> {
            emit(use, sql, visible, row, when, body);
            return null;
        });
        Use closed = open.pop();
        assert closed == use : closed.key;
        preparation.use().add(use.schemas);
        compiled.add(use);
        if (open.isEmpty()) {
            keep();
        }
        return program;
    }

    /**
     * Keeps the compiled programs, unless one of them is bound to this statement: they may run each
     * other.
     */
    private void keep() {
        boolean free = compiled.stream()
                .noneMatch(use ->
                        bound.contains(use.key) || use.callees.stream().anyMatch(bound::contains));
        for (Use use : compiled) {
            if (!free) {
                bound.add(use.key);
            } else if (!preparation.authorization().isOn()) {
                schema.know(use.key, use);
            }
        }
        compiled.clear();
    }

    private void emit(
            Use use, String sql, Schema visible, TriggerRow row, Expression when, Body body) {
        Assembler assembler = Assembler.ofSubProgram(root);
        ChangeContext context = new ChangeContext(
                assembler, sql, visible, options, row, use.key.action(), this, new BrokenKeys());
        int end = assembler.label();
        if (when != null) {
            begin(assembler, sql, when.span());
            ChangePlanner planner = context.planner(null);
            Expr condition = planner.expression(when, planner.scope(List.of()));
            new ExpressionCode(assembler, planner.plans(), RowReader.NONE)
                    .conditions()
                    .jumpIfFalse(condition, end, true);
        }
        List<Program.PlanLine> lines = body.emit(context);
        assembler.bind(end);
        use.program.set(new Program(
                sql,
                Program.Kind.OTHER,
                assembler.finish(),
                assembler.registerCount(),
                assembler.cursorCount(),
                List.of(),
                List.of(),
                Program.ExplainMode.NONE,
                List.of(),
                List.of(),
                new ProgramText(assembler.stops(lines), row),
                ProgramFacts.OF_SUBPROGRAM));
        use.transactions = assembler.notes().transactions();
    }

    /** A tool may stop here; but a foreign key's action has no text. */
    private static void begin(Assembler assembler, String sql, Span span) {
        if (!sql.isEmpty() && span.start() < span.end()) {
            assembler.addBeginning(new TextPlace(null, sql, span.start(), span.end()));
        }
    }

    /** Emits statements, whose text is a trigger's or none. Gives the lines of their plans. */
    static List<Program.PlanLine> emit(ChangeContext context, String sql, List<Statement> steps) {
        List<Program.PlanLine> lines = new ArrayList<>();
        for (Statement step : steps) {
            begin(context.assembler(), sql, step.span());
            lines.addAll(emit(context, step));
        }
        return lines;
    }

    private static List<Program.PlanLine> emit(ChangeContext context, Statement step) {
        if (step instanceof Select select) {
            RowPlan plan = context.planner(null).query(select);
            SelectCode.emit(context.assembler(), plan, (first, count, next) -> {});
            return plan.queryPlan();
        }
        Emitted emitted = switch (step) {
            case Statement.Insert insert -> InsertCode.emit(context, insert);
            case Statement.Update update -> UpdateCode.emit(context, update);
            case Statement.Delete delete -> DeleteCode.emit(context, delete);
            default -> throw SqlException.error("malformed trigger");
        };
        context.assembler().add(Opcode.ResetCount, 0, 0, 0);
        return emitted.queryPlan();
    }
}
