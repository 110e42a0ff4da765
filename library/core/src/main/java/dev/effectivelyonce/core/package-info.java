/** The parts that the whole library shares, such as the base class of its exceptions. */
@NullMarked
package dev.effectivelyonce.core;

import org.jspecify.annotations.NullMarked;
