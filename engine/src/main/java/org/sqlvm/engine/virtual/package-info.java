/** Tables whose rows are computed: table-valued functions, and what they may know of a database. */
package org.sqlvm.engine.virtual;
