/**
 * What a connection stands on: a database of this process, or a server's. It knows errors and
 * settings.
 */
package org.sqlvm.jdbc.link;
