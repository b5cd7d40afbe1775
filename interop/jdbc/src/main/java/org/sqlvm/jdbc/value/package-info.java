/** Values in the types of JDBC: times, LOBs, escapes. It knows errors and the settings of dates. */
package org.sqlvm.jdbc.value;
