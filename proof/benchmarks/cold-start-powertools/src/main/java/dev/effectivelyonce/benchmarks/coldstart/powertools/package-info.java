/** The orders function, written with Lambda Powertools as its documentation shows. */
@NullMarked
package dev.effectivelyonce.benchmarks.coldstart.powertools;

import org.jspecify.annotations.NullMarked;
