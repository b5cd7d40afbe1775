/**
 * The settings of the server and its sessions: limits, times, passwords and parameters. Depends on
 * the package error only.
 */
package org.sqlvm.server.settings;
