/**
 * Code for statements that change the schema: CREATE, ALTER and DROP, the rows of sqlite_schema,
 * REINDEX and ANALYZE; and the check of rows against their table's definition.
 */
package org.sqlvm.engine.codegen.schema;
