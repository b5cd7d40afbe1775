/**
 * SQL as text, as SQLite reads it: its tokens, where a statement ends, what kind it is, and how a
 * name or a value is written in it.
 */
@NullMarked
package org.sqlvm.api.text;

import org.jspecify.annotations.NullMarked;
