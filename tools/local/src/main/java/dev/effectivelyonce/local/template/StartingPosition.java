package dev.effectivelyonce.local.template;

import java.time.Instant;

/** The place where a mapping begins to read if its group has committed nothing. */
public sealed interface StartingPosition {

  /** The oldest record that is kept. */
  record TrimHorizon() implements StartingPosition {}

  /** Behind the newest record at the time of the first poll. */
  record Latest() implements StartingPosition {}

  /** The first record that is not older than this. */
  record AtTimestamp(Instant instant) implements StartingPosition {}
}
