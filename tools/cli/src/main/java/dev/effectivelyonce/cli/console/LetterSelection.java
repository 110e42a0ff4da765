package dev.effectivelyonce.cli.console;

import dev.effectivelyonce.operations.deadletters.Letter;
import dev.effectivelyonce.replay.ReplayFilter;
import java.time.Instant;
import java.util.Set;

/**
 * Dead letters as a look has found them: all have this cause, and a replay would do this with each.
 *
 * @param ids of the letters
 * @param seenAt when they were found: what came later is not among them
 */
record LetterSelection(Set<String> ids, String cause, String decision, Instant seenAt) {
  static LetterSelection of(Letter letter, Instant seenAt) {
    return new LetterSelection(
        Set.of(letter.messageId()), letter.cause(), letter.decision().label(), seenAt);
  }

  /** Returns the filter of these letters, as far as they are still as they were found. */
  ReplayFilter filter() {
    ReplayFilter filter = ReplayFilter.NONE.withMessageIds(ids).withDecisions(Set.of(decision));
    return cause.isBlank() ? filter : filter.withCause(cause);
  }
}
