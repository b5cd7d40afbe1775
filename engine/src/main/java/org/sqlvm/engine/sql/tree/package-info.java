/**
 * The syntax tree: sealed interfaces of records, one for every form of SQLite's grammar. Every node
 * keeps its position in the text. Lists are immutable and never null unless a component says so.
 */
package org.sqlvm.engine.sql.tree;
