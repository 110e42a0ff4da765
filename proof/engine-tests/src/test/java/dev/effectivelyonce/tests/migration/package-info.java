/** Tests of the move from one store to another while messages flow. */
@NullMarked
package dev.effectivelyonce.tests.migration;

import org.jspecify.annotations.NullMarked;
