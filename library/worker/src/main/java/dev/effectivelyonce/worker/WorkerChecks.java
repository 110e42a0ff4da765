package dev.effectivelyonce.worker;

import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.engine.ClaimMode;
import dev.effectivelyonce.core.engine.ConsumerMode;
import dev.effectivelyonce.core.key.ConsumerName;
import java.time.Duration;
import java.util.Optional;

/** What the builders of workers refuse alike. */
final class WorkerChecks {
  private WorkerChecks() {}

  static void grace(Duration grace) {
    if (grace.isNegative() || grace.compareTo(Duration.ofHours(12)) > 0) {
      throw new ConfigurationException("grace is " + grace, "Set PT0S to PT12H");
    }
  }

  static void heartbeat(
      ConsumerName consumer, Optional<Duration> heartbeat, ConsumerMode mode, ClaimMode claims) {
    if (heartbeat.isEmpty() && mode == ConsumerMode.ENFORCE && claims == ClaimMode.CLAIM_FIRST) {
      throw new ConfigurationException(
          "The consumer '" + consumer.value() + "' has no heartbeat",
          "Set heartbeat(Duration.ofMinutes(1)): a worker does not end a handler that runs longer"
              + " than its claim, so the claim has to be renewed");
    }
  }
}
