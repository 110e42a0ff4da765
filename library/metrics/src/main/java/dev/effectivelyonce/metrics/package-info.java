/** What a consumer comes to, as metrics of CloudWatch. */
@NullMarked
package dev.effectivelyonce.metrics;

import org.jspecify.annotations.NullMarked;
