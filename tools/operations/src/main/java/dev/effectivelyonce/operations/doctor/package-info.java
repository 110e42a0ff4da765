/** Checks a deployed stack against the rules. */
@NullMarked
package dev.effectivelyonce.operations.doctor;

import org.jspecify.annotations.NullMarked;
