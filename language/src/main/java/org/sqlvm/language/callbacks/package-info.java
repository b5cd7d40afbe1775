/**
 * What a connection's user has registered, as programs call it: functions, aggregates, window
 * functions and collations, tables and modules. {@link org.sqlvm.language.callbacks.Registration}
 * makes them of what is given, in Java or another language.
 */
package org.sqlvm.language.callbacks;
