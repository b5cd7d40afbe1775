/**
 * The properties of connections, with their names, values and descriptions. It knows errors alone.
 */
package org.sqlvm.jdbc.settings;
