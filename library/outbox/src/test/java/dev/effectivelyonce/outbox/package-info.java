/** The outbox on DynamoDB Local and ElasticMQ. */
@NullMarked
package dev.effectivelyonce.outbox;

import org.jspecify.annotations.NullMarked;
