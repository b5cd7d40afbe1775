package org.sqlvm.language.nodes;

import com.oracle.truffle.api.CompilerDirectives.CompilationFinal;
import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.frame.VirtualFrame;

import org.sqlvm.engine.data.Blob;
import org.sqlvm.engine.data.TextEncoding;
import org.sqlvm.engine.program.FunctionCall;
import org.sqlvm.engine.program.Instruction;
import org.sqlvm.engine.program.Opcode;
import org.sqlvm.engine.row.CallContext;
import org.sqlvm.engine.row.ScalarFunction;
import org.sqlvm.engine.row.function.RegisteredScalar;
import org.sqlvm.language.runtime.ExecutionState;

/** Function: a scalar function written in Java, called behind a boundary. */
final class FunctionNode extends InstructionNode.Step {
    @CompilationFinal(dimensions = 1)
    private final Operand[] arguments;

    private final int target;
    private final FunctionCall call;
    private final TextEncoding encoding;

    FunctionNode(Operand[] arguments, int target, FunctionCall call, TextEncoding encoding) {
        this.encoding = encoding;
        this.arguments = arguments;
        this.target = target;
        this.call = call;
    }

    /** The node of a Function; null for another instruction. */
    static InstructionNode of(Instruction i, ProgramBuilder builder) {
        if (i.opcode() != Opcode.Function) {
            return null;
        }
        FunctionCall call = (FunctionCall) i.p4();
        Operand[] arguments = builder.operands(i.p2(), i.p5());
        return call.function() instanceof RegisteredScalar registered
                ? new CallbackNodes.CallNode(arguments, i.p3(), registered)
                : new FunctionNode(arguments, i.p3(), call, builder.encoding());
    }

    @Override
    public void execute(VirtualFrame frame, ExecutionState state) {
        Object[] values = Operand.values(frame, arguments);
        Object result = call(call, state, values);
        if (encoding != TextEncoding.UTF8 && result instanceof Blob blob) {
            result = blob.in(encoding);
        }
        Registers.set(frame, target, result);
    }

    @TruffleBoundary
    private static Object call(FunctionCall call, ExecutionState state, Object[] values) {
        CallContext context = state.connection.callContext(call.collation(), state);
        return ((ScalarFunction) call.function()).call(context, values);
    }
}
