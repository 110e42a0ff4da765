package dev.effectivelyonce.local.eventsource.kafka;

import java.util.Map;

/** What of an event has been handled. */
sealed interface KafkaOutcome {

  /**
   * The partitions that are named come back from these offsets on; all else is handled.
   *
   * @param resumeAt the lowest offset that failed, by the partition's name in the event
   */
  record Handled(Map<String, Long> resumeAt) implements KafkaOutcome {}

  /** Nothing counts as handled. */
  record AllFailed(String reason) implements KafkaOutcome {}
}
