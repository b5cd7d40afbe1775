/**
 * JDBC 4.3 on top of {@link org.sqlvm.api}. Programs use {@code java.sql} and {@code javax.sql};
 * public here are the driver, the data sources, and the connection that {@code unwrap} returns.
 */
package org.sqlvm.jdbc;
