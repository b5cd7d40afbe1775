package org.sqlvm.engine.codegen;

import org.sqlvm.engine.codegen.change.ChangeContext;
import org.sqlvm.engine.codegen.change.CopyCode;
import org.sqlvm.engine.codegen.change.DeleteCode;
import org.sqlvm.engine.codegen.change.Emitted;
import org.sqlvm.engine.codegen.change.InsertCode;
import org.sqlvm.engine.codegen.change.Trees;
import org.sqlvm.engine.codegen.change.UpdateCode;
import org.sqlvm.engine.codegen.pragma.PragmaCode;
import org.sqlvm.engine.codegen.query.ResultSink;
import org.sqlvm.engine.codegen.query.SelectCode;
import org.sqlvm.engine.codegen.schema.AlterCode;
import org.sqlvm.engine.codegen.schema.AnalyzeCode;
import org.sqlvm.engine.codegen.schema.AttachCode;
import org.sqlvm.engine.codegen.schema.DropCode;
import org.sqlvm.engine.codegen.schema.FunctionCode;
import org.sqlvm.engine.codegen.schema.Homes;
import org.sqlvm.engine.codegen.schema.ReindexCode;
import org.sqlvm.engine.codegen.schema.SchemaCode;
import org.sqlvm.engine.codegen.schema.TriggerCode;
import org.sqlvm.engine.codegen.schema.ViewCode;
import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.error.Compilation;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.plan.Planner;
import org.sqlvm.engine.plan.options.PlanOptions;
import org.sqlvm.engine.plan.physical.RowPlan;
import org.sqlvm.engine.prepare.Authorization;
import org.sqlvm.engine.prepare.Preparation;
import org.sqlvm.engine.program.Assembler;
import org.sqlvm.engine.program.Explain;
import org.sqlvm.engine.program.FunctionCall;
import org.sqlvm.engine.program.Instruction;
import org.sqlvm.engine.program.KeyInfo;
import org.sqlvm.engine.program.Opcode;
import org.sqlvm.engine.program.Program;
import org.sqlvm.engine.program.Program.ExplainMode;
import org.sqlvm.engine.program.Program.Kind;
import org.sqlvm.engine.program.Program.PlanLine;
import org.sqlvm.engine.program.Program.ResultColumn;
import org.sqlvm.engine.program.ProgramText;
import org.sqlvm.engine.schema.Collations;
import org.sqlvm.engine.schema.DatabaseId;
import org.sqlvm.engine.schema.Schema;
import org.sqlvm.engine.sql.Parsed;
import org.sqlvm.engine.sql.tree.Name;
import org.sqlvm.engine.sql.tree.Select;
import org.sqlvm.engine.sql.tree.Statement;

import java.util.ArrayList;
import java.util.List;

/** A statement's tree to its program. */
public final class Compiler {
    private final Assembler assembler;
    private final String sql;
    private final Schema schema;
    private final PlanOptions options;
    private Kind kind = Kind.OTHER;
    private List<ResultColumn> columns = List.of();
    private List<PlanLine> queryPlan = List.of();
    private final Preparation preparation;

    private Compiler(String sql, Schema schema, PlanOptions options) {
        this.sql = sql;
        this.schema = schema;
        this.preparation = schema.preparation();
        assert schema.databases().stream().allMatch(each -> each.preparation() == preparation)
                : "a database of another compilation";
        this.assembler = new Assembler(preparation);
        this.options = options;
    }

    /**
     * Compiles a statement.
     *
     * @param sql the text that the tree's spans are in
     * @param options how queries are planned; the encoding is the schema's
     * @param compilation who may end the work
     * @param authorizer the user's callback; null for none
     * @throws SqlException for names that mean nothing, and a few forms that cannot run
     */
    public static Program compile(
            Parsed parsed,
            String sql,
            Schema schema,
            PlanOptions options,
            Compilation compilation,
            Authorization.Judge authorizer) {
        Preparation preparation = Preparation.of(
                schema.encoding(), schema.settings().registered(), compilation, authorizer);
        Compiler compiler = new Compiler(sql, schema.preparedFor(preparation), options);
        Program program = compiler.compile(parsed);
        return compiler.assembler.notes().needsTrial()
                        && program.facts().reads().largeTables().isEmpty()
                ? compile(parsed, sql, schema, options.withoutTrials(), compilation, authorizer)
                : program;
    }

    private Program compile(Parsed parsed) {
        Statement tree = parsed.statement();
        ExplainMode mode = ExplainMode.NONE;
        if (tree instanceof Statement.Explain explain) {
            mode = explain.queryPlan() ? ExplainMode.EXPLAIN_QUERY_PLAN : ExplainMode.EXPLAIN;
            tree = explain.statement();
        }
        compile(tree, !parsed.parameters().isEmpty());
        compareSchemas(tree);
        return program(parsed.parameters(), mode);
    }

    /**
     * Makes the program check that the databases that it depends on still have the schema that it
     * is compiled for: those in which its names were found, and for a statement about objects also
     * those in which they were not. As in SQLite, a query does not check a database that has none
     * of its tables.
     */
    private void compareSchemas(Statement tree) {
        boolean ofRows = tree instanceof Select
                || tree instanceof Statement.Copy
                || tree instanceof Statement.Insert
                || tree instanceof Statement.Update
                || tree instanceof Statement.Delete;
        // No other connection changes temp, and this connection's own changes are known.
        long missed = ofRows ? 0 : preparation.use().missed() & ~(1L << DatabaseId.TEMP.number());
        // A TEMP trigger is created on a table of the known schema: another connection may have
        // dropped it.
        long named = isTemporaryTrigger(tree) ? 0 : preparation.use().found() | missed;
        for (long left = named; left != 0; left &= left - 1) {
            assembler.transaction(Long.numberOfTrailingZeros(left), false);
        }
    }

    private static boolean isTemporaryTrigger(Statement tree) {
        return tree instanceof Statement.CreateTrigger trigger
                && (trigger.temporary()
                        || (trigger.name().schema() != null
                                && DatabaseId.TEMP.isCalled(trigger.name().schema())));
    }

    /**
     * Whether the meaning of a statement depends on a schema. Statements about transactions and
     * settings do not: they run on a database that another connection has locked, or that is
     * damaged.
     */
    public static boolean needsSchema(Statement tree) {
        return switch (tree) {
            case Statement.Begin _,
                    Statement.Commit _,
                    Statement.Rollback _,
                    Statement.Savepoint _,
                    Statement.Release _ -> false;
            case Statement.Pragma pragma -> PragmaCode.needsSchema(pragma);
            default -> true;
        };
    }

    private Program program(List<String> parameters, ExplainMode mode) {
        List<String> names = new ArrayList<>();
        for (String name : parameters) {
            names.add(name == null ? "" : name);
        }
        List<ResultColumn> shown = switch (mode) {
            case NONE -> columns;
            case EXPLAIN -> Explain.columns();
            case EXPLAIN_QUERY_PLAN -> Explain.queryPlanColumns();
        };
        if (mode != ExplainMode.NONE) {
            assembler.notes().setInsertion(null);
        }
        List<Instruction> instructions = assembler.finish();
        instructions.forEach(Compiler::checkCollations);
        return new Program(
                sql,
                mode == ExplainMode.NONE ? kind : Kind.QUERY,
                instructions,
                assembler.registerCount(),
                assembler.cursorCount(),
                shown,
                List.copyOf(names),
                mode,
                queryPlan.stream()
                        .map(line -> new PlanLine(line.id(), line.parent(), line.detail()))
                        .toList(),
                assembler.steps(queryPlan),
                new ProgramText(assembler.stops(queryPlan), null),
                assembler.facts(preparation.use().any()));
    }

    /** A statement that compares under a collation which is not registered. */
    private static void checkCollations(Instruction instruction) {
        if (instruction.p4() instanceof KeyInfo keys) {
            keys.fields().forEach(field -> Collations.check(field.collation()));
        } else if (instruction.p4() instanceof Collation collation) {
            Collations.check(collation);
        } else if (instruction.p4() instanceof FunctionCall call && call.compares()) {
            Collations.check(call.collation());
        }
    }

    private void compile(Statement tree, boolean hasParameters) {
        if (preparation.authorization().isOn() && !new StatementPermit(schema).isGiven(tree)) {
            return; // A program that does nothing.
        }
        switch (tree) {
            case Select select -> compileSelect(select);
            case Statement.Insert insert -> {
                kind = Kind.CHANGE;
                take(InsertCode.emit(changeContext(), insert));
                FunctionCode.changed(assembler, insert.table(), schema);
            }
            case Statement.Update update -> {
                kind = Kind.CHANGE;
                take(UpdateCode.emit(changeContext(), update));
                FunctionCode.changed(assembler, update.target().name(), schema);
            }
            case Statement.Delete delete -> {
                kind = Kind.CHANGE;
                take(DeleteCode.emit(changeContext(), delete));
                FunctionCode.changed(assembler, delete.target().name(), schema);
            }
            case Statement.Analyze analyze -> AnalyzeCode.emit(assembler, analyze, schema);
            case Statement.Reindex reindex -> ReindexCode.emit(assembler, reindex, schema);
            case Statement.AlterTable alter ->
                preparation.authorization().silently(() -> {
                    AlterCode.emit(assembler, alter, sql, schema);
                    return null;
                });
            case Statement.Attach attach -> AttachCode.attach(assembler, attach);
            case Statement.Detach detach -> AttachCode.detach(assembler, detach);
            case Statement.Vacuum vacuum -> compileVacuum(vacuum);
            case Statement.Copy copy
            when copy.from() -> compile(CopyCode.insertion(copy, schema), hasParameters);
            case Statement.Copy copy -> {
                kind = Kind.CHANGE;
                queryPlan = CopyCode.emit(assembler, copy, sql, schema, options);
            }
            case Statement.Drop drop -> DropCode.emit(assembler, drop, schema, changeContext());
            case Statement.CreateTable create ->
                new SchemaCode(assembler, sql, schema).createTable(create, options);
            case Statement.CreateVirtualTable create ->
                new SchemaCode(assembler, sql, schema).createVirtualTable(create);
            case Statement.CreateIndex create ->
                new SchemaCode(assembler, sql, schema).createIndex(create);
            case Statement.CreateView create ->
                ViewCode.emit(assembler, create, sql, schema, hasParameters);
            case Statement.CreateTrigger create ->
                TriggerCode.emit(assembler, create, sql, schema, hasParameters);
            case Statement.CreateFunction create ->
                new FunctionCode(assembler, schema).create(create);
            case Statement.DropFunction drop -> new FunctionCode(assembler, schema).drop(drop);
            case Statement.Begin begin -> {
                if (begin.kind() != Statement.TransactionKind.DEFERRED) {
                    boolean alone = begin.kind() == Statement.TransactionKind.EXCLUSIVE;
                    for (Schema database : schema.databases()) {
                        if (!database.id().isTemp()) {
                            assembler.notes().beginTransaction(database.number(), alone);
                        }
                    }
                }
                assembler.add(Opcode.AutoCommit, 0, 0, 0);
            }
            case Statement.Commit _ -> assembler.add(Opcode.AutoCommit, 1, 0, 0);
            case Statement.Rollback rollback -> {
                if (rollback.savepoint() != null) {
                    savepoint(2, rollback.savepoint());
                } else {
                    assembler.add(Opcode.AutoCommit, 1, 1, 0);
                }
            }
            case Statement.Savepoint savepoint -> savepoint(0, savepoint.name());
            case Statement.Release release -> savepoint(1, release.name());
            case Statement.Pragma pragma -> {
                kind = Kind.QUERY;
                columns = PragmaCode.emit(assembler, pragma, schema);
            }
            case Statement.Explain _ ->
                throw new AssertionError("the grammar has no such statement");
        }
    }

    /** VACUUM of temp does nothing, as in SQLite. */
    private void compileVacuum(Statement.Vacuum vacuum) {
        Schema database = vacuum.schema() == null ? schema : Homes.named(schema, vacuum.schema());
        if (database.id().isTemp()) {
            return;
        }
        if (vacuum.into() == null) {
            assembler.add(Opcode.Vacuum, database.number(), 0, 0);
            return;
        }
        RowPlan plan = Planner.plan(Trees.row(vacuum.into()), sql, schema, options);
        SelectCode.emit(
                assembler,
                plan,
                (first, count, next) -> assembler.add(Opcode.Vacuum, database.number(), first, 0));
    }

    private void savepoint(int operation, Name name) {
        assembler.add(Opcode.Savepoint, operation, 0, 0, name.text(), 0);
    }

    private ChangeContext changeContext() {
        return ChangeContext.of(assembler, sql, schema, options);
    }

    private void take(Emitted emitted) {
        queryPlan = emitted.queryPlan();
        columns = emitted.columns();
    }

    private void compileSelect(Select select) {
        RowPlan plan = Planner.plan(select, sql, schema, options);
        kind = Kind.QUERY;
        columns = Planner.shownColumns(plan);
        queryPlan = plan.queryPlan();
        SelectCode.emit(assembler, plan, new ResultSink(assembler));
    }
}
