package org.sqlvm.language.callbacks.guest;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.exception.AbstractTruffleException;
import com.oracle.truffle.api.interop.InteropException;
import com.oracle.truffle.api.interop.InteropLibrary;

import org.sqlvm.engine.row.KeptAccumulator;
import org.sqlvm.language.values.NullObject;

/** The state of an aggregate of another language over one group: an object with methods. */
public final class GuestAccumulator extends KeptAccumulator {
    static final String STEP = "step";
    private static final String INVERSE = "inverse";
    private static final String VALUE = "value";
    private static final String FINALIZE = "finalize";

    private final GuestCallee maker;
    private final boolean window;
    private final Object instance;

    /** The method step, bound to its object; null if it is to be invoked by name. */
    private final Object boundStep;

    /**
     * The function that {@link #boundStep} calls, with {@link #self} before the arguments; or null.
     */
    private final Object stepFunction;

    private final Object self;

    GuestAccumulator(GuestCallee maker, boolean window, Object instance) {
        this.maker = maker;
        this.window = window;
        this.instance = instance;
        this.boundStep = GuestLanguage.bindsMethods(instance) ? read(instance, STEP) : null;
        Object function = boundStep == null ? null : read(boundStep, GuestLanguage.FUNCTION);
        this.self = function == null ? null : read(boundStep, GuestLanguage.SELF);
        this.stepFunction = self == null ? null : function;
    }

    /** The member, or null. Calling what has been read is faster than looking for it each time. */
    private static Object read(Object object, String member) {
        InteropLibrary interop = InteropLibrary.getUncached(object);
        try {
            return interop.isMemberReadable(object, member)
                    ? interop.readMember(object, member)
                    : null;
        } catch (InteropException _) {
            return null;
        }
    }

    GuestCallee maker() {
        return maker;
    }

    Object instance() {
        return instance;
    }

    Object boundStep() {
        return boundStep;
    }

    /**
     * One function for all groups, which the compiled query inlines, where a bound method would be
     * another object for each.
     */
    Object stepFunction() {
        return stepFunction;
    }

    Object self() {
        return self;
    }

    @TruffleBoundary
    private Object invoke(String method, Object... arguments) {
        try {
            return InteropLibrary.getUncached().invokeMember(instance, method, arguments);
        } catch (InteropException error) {
            throw GuestErrors.call(maker, method, error);
        } catch (AbstractTruffleException error) {
            GuestErrors.failed(maker, method, error, false);
            throw error;
        }
    }

    @Override
    public void step(Object[] arguments) {
        invoke(STEP, maker.arguments(arguments));
    }

    @Override
    public boolean hasInverse() {
        return window;
    }

    @Override
    public void inverse(Object[] arguments) {
        invoke(INVERSE, maker.arguments(arguments));
    }

    /** The value over a frame. */
    @Override
    public Object result() {
        return GuestCallNode.toSql(maker, VALUE, invoke(VALUE));
    }

    @Override
    public Object finish() {
        return GuestCallNode.toSql(maker, FINALIZE, invoke(FINALIZE));
    }

    /** As in SQLite, what goes wrong at the end of a window is not an error of the statement. */
    @Override
    @TruffleBoundary
    public void end() {
        try {
            InteropLibrary.getUncached().invokeMember(instance, FINALIZE);
        } catch (InteropException _) {
            GuestErrors.failed(maker, GuestErrors.END, NullObject.NULL, false);
        } catch (AbstractTruffleException error) {
            GuestErrors.failed(maker, GuestErrors.END, error, false);
        }
    }
}
