/** R-Trees: the modules {@code rtree}, {@code rtree_i32} and {@code geopoly}. */
package org.sqlvm.engine.virtual.rtree;
