/**
 * Which scans, joins, groups and rows of a query run on vectors of columns, and the stages they are
 * made of.
 */
package org.sqlvm.engine.plan.vector;
