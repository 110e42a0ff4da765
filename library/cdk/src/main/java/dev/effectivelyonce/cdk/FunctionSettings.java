package dev.effectivelyonce.cdk;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import software.amazon.awscdk.services.kms.IKey;
import software.amazon.awscdk.services.lambda.Code;
import software.amazon.awscdk.services.logs.RetentionDays;

/** The settings that a function is made of. */
record FunctionSettings(
    Code code,
    String handler,
    Duration timeout,
    int memoryMib,
    FunctionPlatform platform,
    Map<String, String> environment,
    List<Permission> permissions,
    RetentionDays logRetention,
    DataLifecycle lifecycle,
    Optional<IKey> encryptionKey,
    Optional<Network> network,
    OptionalInt reservedConcurrency) {}
