/** What every source does alike: one consumer's code behind each of them. */
@NullMarked
package dev.effectivelyonce.tests.sources;

import org.jspecify.annotations.NullMarked;
