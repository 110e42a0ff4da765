package dev.effectivelyonce.cdk;

import java.time.Duration;

/** The settings of one function and its queues that have to agree with each other. */
record CoupledSettings(Duration functionTimeout, QueueTerms queues, PollingSettings polling) {}
