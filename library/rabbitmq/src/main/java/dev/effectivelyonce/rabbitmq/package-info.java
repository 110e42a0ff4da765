/** RabbitMQ on Lambda: a batch of a queue in, and all of it done, or all of it back. */
@NullMarked
package dev.effectivelyonce.rabbitmq;

import org.jspecify.annotations.NullMarked;
