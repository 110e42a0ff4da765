package dev.effectivelyonce.cdk;

import java.util.List;
import java.util.OptionalInt;

/** Checks the writes that a table that bills by request takes from its first second. */
final class WarmWrites {
  /** The writes that DynamoDB gives every new table. */
  private static final int LEAST = 4_000;

  private WarmWrites() {}

  static List<String> problems(OptionalInt perSecond) {
    return new Problems()
        .when(
            perSecond.orElse(LEAST) < LEAST,
            "warmWritesPerSecond is %s: every new table takes 4000, and DynamoDB refuses less. Set"
                + " more, or leave it out.",
            perSecond.orElse(LEAST))
        .all();
  }
}
