/** Tests of the testkit itself. */
@NullMarked
package dev.effectivelyonce.testkit;

import org.jspecify.annotations.NullMarked;
