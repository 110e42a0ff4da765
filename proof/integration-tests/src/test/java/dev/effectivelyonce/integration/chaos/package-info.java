/** A run with much traffic in which the functions' containers are killed at random. */
@NullMarked
package dev.effectivelyonce.integration.chaos;

import org.jspecify.annotations.NullMarked;
