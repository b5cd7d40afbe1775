/**
 * Callbacks in Java, by the interfaces of {@code org.sqlvm.api}. It uses results, and nothing of
 * callbacks in other languages.
 */
package org.sqlvm.language.callbacks.host;
