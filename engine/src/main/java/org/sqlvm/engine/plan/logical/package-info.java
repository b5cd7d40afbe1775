/**
 * What a query means, with every name resolved: queries, their sources and expressions, the types
 * of values, and the terms of a condition. Nothing here knows how a query runs.
 */
package org.sqlvm.engine.plan.logical;
