/** Shapes: polygons as SQLite's extension geopoly has them, and geometries of GeoPackages. */
package org.sqlvm.engine.row.geo;
