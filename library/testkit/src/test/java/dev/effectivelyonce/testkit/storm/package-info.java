/** Many invocations of one consumer at once, and what became of each of their messages. */
@NullMarked
package dev.effectivelyonce.testkit.storm;

import org.jspecify.annotations.NullMarked;
