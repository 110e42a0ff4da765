/**
 * Consumers of SQS, Kafka and RabbitMQ in a process of your own, which receives messages, handles
 * them, and deletes, commits or acknowledges what is done.
 */
@NullMarked
package dev.effectivelyonce.worker;

import org.jspecify.annotations.NullMarked;
