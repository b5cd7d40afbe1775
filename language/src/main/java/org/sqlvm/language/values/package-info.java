/** Values of SQL as other languages see them, and theirs as values of SQL. */
package org.sqlvm.language.values;
