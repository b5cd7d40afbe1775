/**
 * How many rows tables, queries and conditions are guessed to give, and what the steps of a plan
 * cost.
 */
package org.sqlvm.engine.plan.stats;
