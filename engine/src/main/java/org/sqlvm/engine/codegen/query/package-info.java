/**
 * Code for queries: loops over the rows of sources, expressions and conditions, groups, windows,
 * compound and recursive queries. Each row that a query finds goes to a
 * {@link org.sqlvm.engine.codegen.query.RowSink}.
 */
package org.sqlvm.engine.codegen.query;
