/** Random full-text tables and queries of them, in sqlvm and in SQLite. It uses engines. */
package org.sqlvm.test.search;
