/** An event source of RabbitMQ by the rules of Lambda's mapping, which RABBITMQ.md lists. */
@NullMarked
package dev.effectivelyonce.local.eventsource.rabbitmq;

import org.jspecify.annotations.NullMarked;
