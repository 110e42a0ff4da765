/** Runs a synthesized stack for the tests of a class, with JUnit. */
@NullMarked
package dev.effectivelyonce.local.junit;

import org.jspecify.annotations.NullMarked;
