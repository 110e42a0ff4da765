package dev.effectivelyonce.cdk;

import java.util.Optional;
import software.amazon.awscdk.services.kms.IKey;

/** What both queues of a consumer have in common beside their kind. */
record QueueTraits(DataLifecycle lifecycle, Optional<IKey> key, FifoThroughput throughput) {}
