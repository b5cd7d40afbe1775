/** How many rows tables, queries and conditions are guessed to give. */
package org.sqlvm.engine.plan.stats;
