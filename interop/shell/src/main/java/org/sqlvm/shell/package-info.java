/**
 * The command {@code sqlvm}: to its user, sqlite3. This package has the program, its options, the
 * terminal's lines and the databases that it opens; it uses all others.
 */
package org.sqlvm.shell;
