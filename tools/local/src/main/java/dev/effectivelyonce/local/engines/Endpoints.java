package dev.effectivelyonce.local.engines;

import java.net.URI;

/** The addresses at which the engines answer. */
public record Endpoints(URI dynamoDb, URI sqs) {}
