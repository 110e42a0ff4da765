package dev.effectivelyonce.cdk;

import java.time.Duration;

/**
 * The settings of a queue that its consumer must know.
 *
 * @param kind standard or FIFO
 * @param visibilityTimeout how long a received message is hidden from other receivers
 * @param retention how long the queue keeps a message that is not deleted
 */
public record SourceQueueSettings(QueueKind kind, Duration visibilityTimeout, Duration retention) {}
