package org.sqlvm.language.callbacks.host;

import com.oracle.truffle.api.RootCallTarget;

import org.sqlvm.api.ScalarFunction;
import org.sqlvm.engine.row.function.RegisteredFunction;

/**
 * A function of one row's values in Java.
 *
 * @param target calls functions of its class: see {@link HostTargets}
 */
public record HostFunction(ScalarFunction function, RootCallTarget target)
        implements RegisteredFunction.Body {}
