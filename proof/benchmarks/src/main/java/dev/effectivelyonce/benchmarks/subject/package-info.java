/** What is compared: this library and Powertools, each with the same handler. */
@NullMarked
package dev.effectivelyonce.benchmarks.subject;

import org.jspecify.annotations.NullMarked;
