/**
 * What a query on vectors is: its tables, joins, conditions, expressions and aggregates, as the
 * planner describes them.
 */
package org.sqlvm.engine.vector.query;
