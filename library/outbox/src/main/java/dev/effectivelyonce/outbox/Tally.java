package dev.effectivelyonce.outbox;

import java.time.Duration;
import java.util.Collection;

/** Counts fates. */
final class Tally {
  private Tally() {}

  /**
   * @param fates those of messages that were gone among them
   */
  static OutboxReport of(Collection<Fate> fates, int gone, Duration oldest) {
    return new OutboxReport(
        count(fates, Fate.Sent.class) - gone,
        gone,
        count(fates, Fate.Later.class),
        count(fates, Fate.Never.class),
        oldest);
  }

  static OutboxReport none() {
    return new OutboxReport(0, 0, 0, 0, Duration.ZERO);
  }

  static OutboxReport sum(OutboxReport one, OutboxReport other) {
    return new OutboxReport(
        one.published() + other.published(),
        one.gone() + other.gone(),
        one.held() + other.held(),
        one.unsendable() + other.unsendable(),
        one.oldest().compareTo(other.oldest()) < 0 ? other.oldest() : one.oldest());
  }

  private static int count(Collection<Fate> fates, Class<? extends Fate> kind) {
    return (int) fates.stream().filter(kind::isInstance).count();
  }
}
