/** What the planner takes things to cost, measured. It uses engines. */
package org.sqlvm.test.calibration;
