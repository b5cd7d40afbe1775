/**
 * The functions of SQL by name. {@link Functions} finds those that need no defining, of which the
 * ones of one row's values are here in families; {@link Registered} has those that a connection's
 * user or a database has added.
 */
package org.sqlvm.engine.row.function;
