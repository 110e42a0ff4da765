/** Tests of dead letters that need a file to misbehave. */
@NullMarked
package dev.effectivelyonce.operations.deadletters;

import org.jspecify.annotations.NullMarked;
