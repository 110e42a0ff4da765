/** The rules of the Kafka event source mapping, over an embedded Kafka. */
@NullMarked
package dev.effectivelyonce.local.eventsource.kafka;

import org.jspecify.annotations.NullMarked;
