/** Tests of the consumer of RabbitMQ. */
@NullMarked
package dev.effectivelyonce.rabbitmq;

import org.jspecify.annotations.NullMarked;
