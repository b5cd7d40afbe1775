package org.sqlvm.engine.codegen.schema;

import org.sqlvm.engine.codegen.query.ExpressionCode;
import org.sqlvm.engine.codegen.query.RowReader;
import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.plan.logical.Expr;
import org.sqlvm.engine.plan.resolve.Resolver;
import org.sqlvm.engine.plan.resolve.Scope;
import org.sqlvm.engine.program.Assembler;
import org.sqlvm.engine.program.FunctionCall;
import org.sqlvm.engine.program.Opcode;
import org.sqlvm.engine.row.ScalarFunction;
import org.sqlvm.engine.row.function.ConnectionFunctions;
import org.sqlvm.engine.sql.tree.Expression;
import org.sqlvm.engine.sql.tree.Name;
import org.sqlvm.engine.sql.tree.Statement;

/** ATTACH and DETACH: calls of functions, as in SQLite, because their arguments are expressions. */
public final class AttachCode {
    private AttachCode() {}

    public static void attach(Assembler assembler, Statement.Attach tree) {
        call(
                assembler,
                ConnectionFunctions.ATTACH,
                tree.file(),
                tree.schema(),
                tree.key() == null ? new Expression.NullLiteral(tree.span()) : tree.key());
    }

    public static void detach(Assembler assembler, Statement.Detach tree) {
        call(assembler, ConnectionFunctions.DETACH, tree.schema());
    }

    private static void call(
            Assembler assembler, ScalarFunction function, Expression... arguments) {
        int first = assembler.registers(arguments.length);
        for (int i = 0; i < arguments.length; i++) {
            argument(assembler, arguments[i], first + i);
        }
        FunctionCall call = new FunctionCall(function, arguments.length, Collation.BINARY, false);
        assembler.add(Opcode.Function, 0, first, assembler.register(), call, arguments.length);
    }

    /** A name alone is a string. */
    private static void argument(Assembler assembler, Expression tree, int target) {
        if (tree instanceof Expression.ColumnName name && name.table() == null) {
            Name word = name.column();
            assembler.load(Text.of(word.text()), target);
            return;
        }
        if (tree instanceof Expression.NullLiteral) {
            assembler.load(SqlNull.NULL, target);
            return;
        }
        Expr value = new Resolver(assembler.preparation()).resolve(tree, Scope.EMPTY);
        new ExpressionCode(assembler, RowReader.NONE).evaluateInto(value, target);
    }
}
