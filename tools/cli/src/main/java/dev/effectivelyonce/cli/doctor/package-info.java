/** Checks a deployed stack against the rules. */
@NullMarked
package dev.effectivelyonce.cli.doctor;

import org.jspecify.annotations.NullMarked;
