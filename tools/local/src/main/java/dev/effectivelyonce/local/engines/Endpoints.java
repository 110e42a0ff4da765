package dev.effectivelyonce.local.engines;

import java.net.URI;

/** Where the engines answer. */
public record Endpoints(URI dynamoDb, URI sqs) {}
