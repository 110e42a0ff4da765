/**
 * DynamoDB Local and ElasticMQ inside this JVM, with the template's tables and queues created in
 * them.
 */
@NullMarked
package dev.effectivelyonce.local.engines;

import org.jspecify.annotations.NullMarked;
