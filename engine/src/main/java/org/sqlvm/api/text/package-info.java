/**
 * SQL as text, as SQLite reads it: its tokens, where a statement ends, what kind it is, and how a
 * name or a value is written in it.
 */
package org.sqlvm.api.text;
