/**
 * The whole system behind one facade: engines, functions and event sources of one synthesized
 * stack.
 */
@NullMarked
package dev.effectivelyonce.local.system;

import org.jspecify.annotations.NullMarked;
