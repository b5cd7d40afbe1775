/** What a plan depends on beside the statement and the schema: settings, and which rules are on. */
package org.sqlvm.engine.plan.options;
