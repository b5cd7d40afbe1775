/** The six micro-benchmarks of the SQPyte paper, in Java and in Python. */
package org.sqlvm.bench.micro;
