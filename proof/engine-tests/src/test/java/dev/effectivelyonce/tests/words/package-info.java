/** Stories that tests tell in words, with what they come to. */
@NullMarked
package dev.effectivelyonce.tests.words;

import org.jspecify.annotations.NullMarked;
