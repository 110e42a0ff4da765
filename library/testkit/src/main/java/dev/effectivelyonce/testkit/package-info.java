/** Tools for tests of a consumer: an in-memory store, faults and a clock. */
@NullMarked
package dev.effectivelyonce.testkit;

import org.jspecify.annotations.NullMarked;
