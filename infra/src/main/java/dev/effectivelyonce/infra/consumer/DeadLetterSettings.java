package dev.effectivelyonce.infra.consumer;

import java.time.Duration;

/**
 * What a consumer must know of its dead-letter queue.
 *
 * @param kind standard or FIFO, always that of the source queue
 * @param retention how long the dead-letter queue keeps a message
 * @param maxReceiveCount after how many receives the source queue moves a message there
 */
public record DeadLetterSettings(QueueKind kind, Duration retention, int maxReceiveCount) {}
