/**
 * How the server and a session are set up: limits, times, passwords and parameters. It knows errors
 * alone.
 */
package org.sqlvm.server.settings;
