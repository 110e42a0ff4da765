/** Tests of events, answers and what is kept of them. */
@NullMarked
package dev.effectivelyonce.http;

import org.jspecify.annotations.NullMarked;
