package dev.effectivelyonce.cdk;

import java.util.Optional;
import software.amazon.awscdk.services.kms.IKey;

/** The common settings of both queues of a consumer, beside their kind. */
record QueueTraits(
    DataLifecycle lifecycle,
    Optional<IKey> key,
    FifoThroughput throughput,
    Optional<String> name) {}
