/** Traces of deliveries by OpenTelemetry, with links between the attempts at an event. */
@NullMarked
package dev.effectivelyonce.opentelemetry;

import org.jspecify.annotations.NullMarked;
