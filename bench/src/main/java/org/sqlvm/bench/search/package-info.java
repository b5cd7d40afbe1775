/** Full-text search and R-trees: indexing, and kinds of queries, beside SQLite. */
package org.sqlvm.bench.search;
