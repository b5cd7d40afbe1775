/**
 * The tables behind a virtual table, its shadow tables, as a module reads and writes them without
 * SQL (sqlite.org/vtab.html#xshadowname).
 */
package org.sqlvm.engine.virtual.shadow;
