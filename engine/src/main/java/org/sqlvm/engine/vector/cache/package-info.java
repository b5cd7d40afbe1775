/** The column cache of a connection, and the threads that decode the columns it lacks. */
package org.sqlvm.engine.vector.cache;
