/**
 * The columns that a connection keeps of the tables it has scanned, and how several threads read
 * those that are missing.
 */
package org.sqlvm.engine.vector.mirror;
