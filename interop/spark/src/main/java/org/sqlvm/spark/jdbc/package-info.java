/** The dialect of {@code jdbc:sqlvm:} URLs for the JDBC source of Spark. */
package org.sqlvm.spark.jdbc;
