/** The console: a page in the browser, beside a server that answers its queries. */
package org.sqlvm.console;
