/** Many invocations of one consumer at once, and what became of each of their messages. */
@NullMarked
package dev.effectivelyonce.tests.storm;

import org.jspecify.annotations.NullMarked;
