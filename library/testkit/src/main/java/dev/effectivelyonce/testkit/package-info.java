/** What tests of a consumer need: an in-memory store, faults, a clock. */
@NullMarked
package dev.effectivelyonce.testkit;

import org.jspecify.annotations.NullMarked;
