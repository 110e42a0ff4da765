package dev.effectivelyonce.cdk;

import java.time.Duration;
import java.util.List;

/**
 * The settings of a dead-letter queue that its consumer must know.
 *
 * @param kind standard or FIFO, always the same as the source queue
 * @param retention how long the dead-letter queue keeps a message
 * @param maxReceiveCount the number of receives after which the source queue moves a message there
 */
public record DeadLetterSettings(QueueKind kind, Duration retention, int maxReceiveCount) {
  List<String> problems() {
    return maxReceiveCount == 1
        ? List.of(
            "maxReceiveCount is 1: the first failure of any kind is a message's last, also where"
                + " its process died or another attempt held its claim. Set 3 or more, or leave it"
                + " out.")
        : List.of();
  }
}
