/** The claim protocol. */
@NullMarked
package dev.effectivelyonce.core;

import org.jspecify.annotations.NullMarked;
