/** The files of a folder that make up a table, with the bounds of their columns. */
package org.sqlvm.spark.manifest;
