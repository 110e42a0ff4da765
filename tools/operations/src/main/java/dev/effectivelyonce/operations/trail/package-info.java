/** Operators' writes, with who did them and why. */
@NullMarked
package dev.effectivelyonce.operations.trail;

import org.jspecify.annotations.NullMarked;
