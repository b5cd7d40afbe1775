/** Groups: the hash table of their keys, and the state and results of their aggregates. */
package org.sqlvm.engine.vector.group;
