/**
 * Consumers for RabbitMQ on Lambda. They take a batch of a queue, and either all of it is done or
 * all of it comes back.
 */
@NullMarked
package dev.effectivelyonce.rabbitmq;

import org.jspecify.annotations.NullMarked;
