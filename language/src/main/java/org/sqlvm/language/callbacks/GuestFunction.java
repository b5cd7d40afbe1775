package org.sqlvm.language.callbacks;

import org.sqlvm.engine.row.RegisteredFunction;

/**
 * A function of one row's values in another language.
 *
 * @param name for errors
 */
public record GuestFunction(String name, Object executable) implements RegisteredFunction.Body {}
