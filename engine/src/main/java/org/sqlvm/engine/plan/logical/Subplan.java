package org.sqlvm.engine.plan.logical;

/** The physical plan of a query inside an expression, of which the expression knows no more. */
public interface Subplan {}
