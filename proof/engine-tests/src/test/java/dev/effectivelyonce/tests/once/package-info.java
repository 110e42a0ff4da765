/** Tests of plain code that runs once, whatever calls it. */
@NullMarked
package dev.effectivelyonce.tests.once;

import org.jspecify.annotations.NullMarked;
