/** Kafka on Lambda: a batch of several partitions in, the first unfinished offset of each out. */
@NullMarked
package dev.effectivelyonce.kafka;

import org.jspecify.annotations.NullMarked;
