/** An API over a store in memory. */
@NullMarked
package dev.effectivelyonce.testkit.http;

import org.jspecify.annotations.NullMarked;
