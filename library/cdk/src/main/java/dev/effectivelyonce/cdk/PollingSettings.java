package dev.effectivelyonce.cdk;

import java.time.Duration;
import java.util.OptionalInt;

/** The settings of the event source mapping, by which Lambda reads the source queue. */
record PollingSettings(int batchSize, Duration batchingWindow, OptionalInt maximumConcurrency) {}
