/** What every part of the library shares: the base of its exceptions. */
@NullMarked
package dev.effectivelyonce.core;

import org.jspecify.annotations.NullMarked;
