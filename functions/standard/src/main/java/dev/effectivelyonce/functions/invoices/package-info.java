/** What each customer owes, by the invoices of a queue of RabbitMQ. */
@NullMarked
package dev.effectivelyonce.functions.invoices;

import org.jspecify.annotations.NullMarked;
