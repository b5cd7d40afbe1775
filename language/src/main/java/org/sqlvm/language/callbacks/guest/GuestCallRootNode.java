package org.sqlvm.language.callbacks.guest;

import com.oracle.truffle.api.CallTarget;
import com.oracle.truffle.api.CompilerDirectives;
import com.oracle.truffle.api.TruffleLanguage;
import com.oracle.truffle.api.frame.VirtualFrame;
import com.oracle.truffle.api.interop.InteropException;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.nodes.RootNode;

import org.sqlvm.language.callbacks.result.CallbackFailures;

/**
 * A call of another language that is compiled for itself, to measure what it is worth that others
 * are a part of the query. Takes what is called, its arguments in an array, and the
 * {@link CallbackFailures}.
 */
public final class GuestCallRootNode extends RootNode {
    @Child
    private InteropLibrary interop = InteropLibrary.getFactory().createDispatched(1);

    private GuestCallRootNode(TruffleLanguage<?> language) {
        super(language);
    }

    static CallTarget target(TruffleLanguage<?> language) {
        return new GuestCallRootNode(language).getCallTarget();
    }

    @Override
    public Object execute(VirtualFrame frame) {
        Object[] arguments = frame.getArguments();
        try {
            return interop.execute(arguments[0], (Object[]) arguments[1]);
        } catch (InteropException error) {
            CompilerDirectives.transferToInterpreter();
            throw GuestErrors.call(
                    GuestCallee.of("callback", arguments[0], (CallbackFailures) arguments[2]),
                    GuestErrors.CALL,
                    error);
        }
    }
}
