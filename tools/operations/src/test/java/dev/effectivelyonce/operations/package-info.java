/** Tests of operations, against DynamoDB Local and ElasticMQ in this process. */
@NullMarked
package dev.effectivelyonce.operations;

import org.jspecify.annotations.NullMarked;
