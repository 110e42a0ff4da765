/** Tests of the commands, run in this process against DynamoDB Local and ElasticMQ. */
@NullMarked
package dev.effectivelyonce.cli;

import org.jspecify.annotations.NullMarked;
