package dev.effectivelyonce.local.demo.plan;

import java.util.Optional;

/** What a record of the topic of shipments is made to go through. */
public enum ShipmentKind {
  /** Nothing: its parcel is listed. */
  PLAIN(Fate.LISTED, ""),
  /** The first attempt fails and may be retried. */
  RETRYABLE_ONCE(Fate.LISTED, "fail-retryable"),
  /** The process of the first attempt dies before the handler has run. */
  CRASH_BEFORE(Fate.LISTED, "crash-before-effect"),
  /** The process of the first attempt dies when the handler has returned. */
  CRASH_AFTER(Fate.LISTED, "crash-after-effect"),
  /** The first attempt never returns and is killed with its process. */
  TIMEOUT(Fate.LISTED, "timeout"),
  /** A record that its producer sends again, since it lost the answer. */
  COPY(Fate.SKIPPED, ""),
  /** The handler refuses the event for good; each attempt does, since a process may die in one. */
  PERMANENT(Fate.PARKED, "fail-permanent!"),
  /** A text that no JSON is. */
  NOT_JSON(Fate.PARKED, ""),
  /** A null value. */
  TOMBSTONE(Fate.PARKED, ""),
  /** JSON without the business key. */
  MISSING_KEY(Fate.PARKED, ""),
  /** A parcel's key with another payload. */
  KEY_REUSED(Fate.PARKED, "");

  private enum Fate {
    LISTED,
    SKIPPED,
    PARKED
  }

  private final Fate fate;
  private final Optional<String> simulate;

  ShipmentKind(Fate fate, String simulate) {
    this.fate = fate;
    this.simulate = Optional.of(simulate).filter(text -> !text.isEmpty());
  }

  /** Returns whether it is the record for which its parcel is listed. */
  public boolean isListed() {
    return fate == Fate.LISTED;
  }

  /** Returns whether it is parked. */
  public boolean isParked() {
    return fate == Fate.PARKED;
  }

  /** Returns its header {@code simulate}. */
  public Optional<String> simulate() {
    return simulate;
  }
}
