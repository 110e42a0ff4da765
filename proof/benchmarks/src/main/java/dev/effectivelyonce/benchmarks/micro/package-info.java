/** JMH benchmarks of the parts that do no I/O. */
@NullMarked
package dev.effectivelyonce.benchmarks.micro;

import org.jspecify.annotations.NullMarked;
