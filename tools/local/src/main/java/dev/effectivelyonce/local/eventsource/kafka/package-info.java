/** The Kafka event source mapping, by the rules that KAFKA.md of this module lists. */
@NullMarked
package dev.effectivelyonce.local.eventsource.kafka;

import org.jspecify.annotations.NullMarked;
