package dev.effectivelyonce.cdk;

import java.time.Duration;
import java.util.OptionalInt;

/** How Lambda reads the source queue: the settings of the event source mapping. */
record PollingSettings(int batchSize, Duration batchingWindow, OptionalInt maximumConcurrency) {}
