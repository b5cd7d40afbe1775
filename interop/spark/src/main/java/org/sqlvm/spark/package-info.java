/**
 * Files of sqlvm as tables of Apache Spark: {@code spark.read().format("sqlvm")}, and
 * {@link org.sqlvm.spark.SqlvmCatalog}.
 */
package org.sqlvm.spark;
