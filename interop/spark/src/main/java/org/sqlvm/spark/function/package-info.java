/** Functions of a file, and of Java, as functions of a catalog of Spark. */
package org.sqlvm.spark.function;
