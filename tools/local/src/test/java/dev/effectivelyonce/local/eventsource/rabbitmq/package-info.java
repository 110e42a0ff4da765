/** Tests of the event source of RabbitMQ; those that end with IT need an installed broker. */
@NullMarked
package dev.effectivelyonce.local.eventsource.rabbitmq;

import org.jspecify.annotations.NullMarked;
