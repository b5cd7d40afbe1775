package org.sqlvm.language.callbacks;

import org.sqlvm.engine.row.RegisteredFunction;

/** A function of one row's values in another language. */
public record GuestFunction(GuestCallee callee) implements RegisteredFunction.Body {}
