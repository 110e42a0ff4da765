/** Tools for tests of an HTTP API: requests as Lambda passes them. */
@NullMarked
package dev.effectivelyonce.testkit.http;

import org.jspecify.annotations.NullMarked;
