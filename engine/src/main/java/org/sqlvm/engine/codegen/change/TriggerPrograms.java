package org.sqlvm.engine.codegen.change;

import org.sqlvm.engine.codegen.query.ExpressionCode;
import org.sqlvm.engine.codegen.query.RowReader;
import org.sqlvm.engine.codegen.query.SelectCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.plan.ChangePlanner;
import org.sqlvm.engine.plan.logical.Expr;
import org.sqlvm.engine.plan.options.PlanOptions;
import org.sqlvm.engine.plan.resolve.TriggerRow;
import org.sqlvm.engine.program.Assembler;
import org.sqlvm.engine.program.Opcode;
import org.sqlvm.engine.program.Program;
import org.sqlvm.engine.program.SubProgram;
import org.sqlvm.engine.schema.Authorization;
import org.sqlvm.engine.schema.Schema;
import org.sqlvm.engine.schema.Trigger;
import org.sqlvm.engine.sql.tree.ConflictAction;
import org.sqlvm.engine.sql.tree.Expression;
import org.sqlvm.engine.sql.tree.Select;
import org.sqlvm.engine.sql.tree.Statement;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The programs of triggers and of foreign keys' actions that one statement needs, each compiled
 * once for each OR that it runs under.
 */
final class TriggerPrograms {
    private final Assembler root;
    private final Schema schema;
    private final PlanOptions options;
    private final SequenceCode sequences;
    private final Map<Key, SubProgram> programs = new HashMap<>();

    private record Key(Object what, ConflictAction action) {}

    /** @param root of the statement, which begins the transactions that programs need */
    TriggerPrograms(Assembler root, Schema schema, PlanOptions options) {
        this.root = root;
        this.schema = schema;
        this.options = options;
        this.sequences = new SequenceCode(root, schema);
    }

    /** The counters of AUTOINCREMENT, which the statement and its triggers share. */
    SequenceCode sequences() {
        return sequences;
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
        Key key = new Key(name, action);
        SubProgram known = programs.get(key);
        return known != null
                ? known
                : Authorization.within(
                        trigger.name(),
                        () -> compile(
                                key,
                                new SubProgram(name, "-- TRIGGER " + trigger.name()),
                                trigger.sql(),
                                visible,
                                row,
                                tree.when(),
                                tree.body()));
    }

    /**
     * The program of a foreign key's action.
     *
     * @param what the foreign key and the event
     */
    SubProgram of(Object what, TriggerRow row, Expression when, Statement step) {
        Key key = new Key(what, ConflictAction.ABORT);
        SubProgram known = programs.get(key);
        Schema visible = schema.database(row.table().databaseNumber());
        return known != null
                ? known
                : compile(
                        key,
                        new SubProgram(what.toString(), ""),
                        "",
                        visible,
                        row,
                        when,
                        List.of(step));
    }

    /** A program that runs itself finds itself known. */
    private SubProgram compile(
            Key key,
            SubProgram program,
            String sql,
            Schema visible,
            TriggerRow row,
            Expression when,
            List<Statement> steps) {
        programs.put(key, program);
        Assembler assembler = Assembler.ofSubProgram(schema.encoding(), root);
        ChangeContext context =
                new ChangeContext(assembler, sql, visible, options, row, key.action(), this);
        int end = assembler.label();
        if (when != null) {
            ChangePlanner planner = context.planner(null);
            Expr condition = planner.expression(when, planner.scope(List.of()));
            new ExpressionCode(assembler, planner.plans(), RowReader.NONE)
                    .conditions()
                    .jumpIfFalse(condition, end, true);
        }
        steps.forEach(step -> emit(context, step));
        assembler.bind(end);
        program.set(new Program(
                sql,
                Program.Kind.OTHER,
                assembler.finish(),
                assembler.registerCount(),
                assembler.cursorCount(),
                List.of(),
                List.of(),
                false,
                Program.ExplainMode.NONE,
                List.of(),
                List.of(),
                List.of(),
                false));
        return program;
    }

    private static void emit(ChangeContext context, Statement step) {
        switch (step) {
            case Statement.Insert insert -> InsertCode.emit(context, insert);
            case Statement.Update update -> UpdateCode.emit(context, update);
            case Statement.Delete delete -> DeleteCode.emit(context, delete);
            case Select select ->
                SelectCode.emit(
                        context.assembler(),
                        context.planner(null).query(select),
                        (first, count, next) -> {});
            default -> throw SqlException.error("malformed trigger");
        }
        if (!(step instanceof Select)) {
            context.assembler().add(Opcode.ResetCount, 0, 0, 0);
        }
    }
}
