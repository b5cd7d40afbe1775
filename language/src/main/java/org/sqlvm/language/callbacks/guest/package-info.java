/**
 * Callbacks in other languages, by Truffle's interop: functions, aggregates, collations, tables and
 * modules. It uses results, and nothing of callbacks in Java.
 */
package org.sqlvm.language.callbacks.guest;
