/** Tests of the consumer of Kafka. */
@NullMarked
package dev.effectivelyonce.kafka;

import org.jspecify.annotations.NullMarked;
