/**
 * The callbacks that a connection's user has registered: functions, aggregates, window functions,
 * collations, tables and modules. {@link org.sqlvm.language.callbacks.Registration} makes them from
 * objects of Java or another language.
 */
package org.sqlvm.language.callbacks;
