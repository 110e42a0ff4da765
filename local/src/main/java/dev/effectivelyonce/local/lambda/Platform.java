package dev.effectivelyonce.local.lambda;

import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * What all functions share.
 *
 * @param workFolder where code is unpacked and logs are written
 */
public record Platform(
    Clock clock,
    Supplier<UUID> ids,
    String region,
    URI dynamoDbEndpoint,
    URI sqsEndpoint,
    Path workFolder) {}
