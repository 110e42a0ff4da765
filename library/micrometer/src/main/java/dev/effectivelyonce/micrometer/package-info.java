/** Counts the outcomes of consumers in Micrometer. */
@NullMarked
package dev.effectivelyonce.micrometer;

import org.jspecify.annotations.NullMarked;
