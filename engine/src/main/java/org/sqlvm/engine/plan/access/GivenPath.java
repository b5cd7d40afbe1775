package org.sqlvm.engine.plan.access;

import org.sqlvm.engine.plan.logical.Expr;
import org.sqlvm.engine.plan.physical.SelectPlan.VirtualScan;

import java.util.List;

/**
 * How a virtual table is read once, whatever rows the other sources have.
 *
 * @param scan each of its arguments has one value
 * @param decided the conditions that its rows meet, so that they need not be tested again
 * @param rows a guess how many there are
 */
public record GivenPath(VirtualScan scan, List<Expr> decided, double rows) {}
