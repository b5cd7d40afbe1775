/**
 * Writes of Spark into files of sqlvm; begins with {@link org.sqlvm.spark.write.SqlvmWriteBuilder}.
 */
package org.sqlvm.spark.write;
