/** The contracts of every store, as tests that the tests of a store extend. */
@NullMarked
package dev.effectivelyonce.contracts;

import org.jspecify.annotations.NullMarked;
