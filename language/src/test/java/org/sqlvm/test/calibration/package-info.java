/** Measures the costs that the planner assumes. Depends on engines. */
package org.sqlvm.test.calibration;
