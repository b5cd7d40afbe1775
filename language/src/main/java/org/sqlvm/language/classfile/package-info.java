/** Programs as classes of the JVM, which HotSpot compiles: tried, and off by default. */
package org.sqlvm.language.classfile;
