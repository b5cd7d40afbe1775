/** Answers of a program to HTTP requests beside queries. */
package org.sqlvm.server.page;
