package dev.effectivelyonce.outbox;

import java.time.Duration;
import java.util.Collection;
import java.util.Map;

/** Counts the results of messages. */
final class SendCounts {
  private SendCounts() {}

  static OutboxReport of(Collection<SendResult> fates, int gone, Map<String, Duration> oldest) {
    return new OutboxReport(
        count(fates, SendResult.Sent.class),
        gone,
        count(fates, SendResult.Later.class),
        count(fates, SendResult.Never.class),
        oldest);
  }

  private static int count(Collection<SendResult> fates, Class<? extends SendResult> kind) {
    return (int) fates.stream().filter(kind::isInstance).count();
  }
}
