/**
 * What a connection's user has registered, as programs call it: functions, aggregates, window
 * functions and collations of Java and of other languages, and their values.
 */
package org.sqlvm.language.callbacks;
