/**
 * JDBC 4.3 on top of {@link org.sqlvm.api}. Programs see {@code java.sql} and {@code javax.sql};
 * public here are the driver, the data sources, and the connection that {@code unwrap} gives.
 */
package org.sqlvm.jdbc;
