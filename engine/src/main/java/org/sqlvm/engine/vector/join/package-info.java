/** Joins: the hash table of the build side, and the stages that look rows up in it. */
package org.sqlvm.engine.vector.join;
