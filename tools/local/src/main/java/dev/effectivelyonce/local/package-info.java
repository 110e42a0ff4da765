/**
 * The embedded runner: the synthesized stack on one machine; this package holds what all of its
 * parts share.
 */
@NullMarked
package dev.effectivelyonce.local;

import org.jspecify.annotations.NullMarked;
