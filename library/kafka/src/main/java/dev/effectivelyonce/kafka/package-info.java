/**
 * Consumers for Kafka on Lambda. They take a batch of several partitions and return the first
 * unfinished offset of each.
 */
@NullMarked
package dev.effectivelyonce.kafka;

import org.jspecify.annotations.NullMarked;
