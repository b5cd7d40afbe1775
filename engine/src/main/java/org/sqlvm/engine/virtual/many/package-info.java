/** Tables of many database files that are read as one. */
package org.sqlvm.engine.virtual.many;
