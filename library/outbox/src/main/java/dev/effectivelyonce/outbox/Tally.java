package dev.effectivelyonce.outbox;

import java.time.Duration;
import java.util.Collection;
import java.util.Map;

/** Counts fates. */
final class Tally {
  private Tally() {}

  static OutboxReport of(Collection<Fate> fates, int gone, Map<String, Duration> oldest) {
    return new OutboxReport(
        count(fates, Fate.Sent.class),
        gone,
        count(fates, Fate.Later.class),
        count(fates, Fate.Never.class),
        oldest);
  }

  private static int count(Collection<Fate> fates, Class<? extends Fate> kind) {
    return (int) fates.stream().filter(kind::isInstance).count();
  }
}
