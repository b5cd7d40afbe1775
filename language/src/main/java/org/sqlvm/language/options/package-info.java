/** The options of the language, and the switches that programs are compiled under. */
package org.sqlvm.language.options;
