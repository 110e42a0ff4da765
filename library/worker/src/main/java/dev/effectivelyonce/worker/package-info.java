/**
 * Consumers of SQS and Kafka in a process of your own, which receives messages, handles and deletes
 * them, or polls records, handles and commits them.
 */
@NullMarked
package dev.effectivelyonce.worker;

import org.jspecify.annotations.NullMarked;
