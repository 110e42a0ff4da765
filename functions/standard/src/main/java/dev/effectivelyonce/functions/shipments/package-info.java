/** The parcels of each order, from a topic of Kafka. */
@NullMarked
package dev.effectivelyonce.functions.shipments;

import org.jspecify.annotations.NullMarked;
