package dev.effectivelyonce.outbox;

import java.time.Duration;
import java.util.Collections;
import java.util.List;

/**
 * What one invocation of a publisher or sweeper came to.
 *
 * @param published messages that were sent and deleted
 * @param gone messages that were no longer there: sent before
 * @param held messages that are to be sent another time
 * @param unsendable messages that stay in the table until somebody sees to them
 * @param oldest the age of the oldest message that a sweeper saw and left in the table; zero: none,
 *     or not looked for
 */
public record OutboxReport(int published, int gone, int held, int unsendable, Duration oldest) {
  /** Nothing was seen. */
  static final OutboxReport NONE = new OutboxReport(0, 0, 0, 0, Duration.ZERO);

  /** What both came to. */
  OutboxReport plus(OutboxReport other) {
    return new OutboxReport(
        published + other.published,
        gone + other.gone,
        held + other.held,
        unsendable + other.unsendable,
        Collections.max(List.of(oldest, other.oldest)));
  }
}
