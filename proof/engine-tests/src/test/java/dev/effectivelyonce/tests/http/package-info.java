/** An API over a store in memory. */
@NullMarked
package dev.effectivelyonce.tests.http;

import org.jspecify.annotations.NullMarked;
