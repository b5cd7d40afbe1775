/**
 * Results as columns of Arrow in memory files or pipes, for processes of the same user. It uses
 * sessions of package {@code request}.
 */
package org.sqlvm.server.columns;
