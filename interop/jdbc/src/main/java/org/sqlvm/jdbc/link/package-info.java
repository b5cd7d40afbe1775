/**
 * The databases behind connections: in this process, or on a server. Depends on the packages error
 * and settings only.
 */
package org.sqlvm.jdbc.link;
