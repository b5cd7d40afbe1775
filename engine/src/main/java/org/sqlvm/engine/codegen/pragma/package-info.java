/** Code for PRAGMA: the settings, the tables of facts about the schema, and the checks. */
package org.sqlvm.engine.codegen.pragma;
