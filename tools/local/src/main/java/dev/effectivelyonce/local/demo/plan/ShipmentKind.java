package dev.effectivelyonce.local.demo.plan;

import java.util.Optional;

/** What a record of the topic of shipments is made to go through. */
public enum ShipmentKind {
  /** Nothing: its parcel is listed. */
  PLAIN(true, ""),
  /** The first attempt fails and may be retried. */
  RETRYABLE_ONCE(true, "fail-retryable"),
  /** The process of the first attempt dies before the handler has run. */
  CRASH_BEFORE(true, "crash-before-effect"),
  /** The process of the first attempt dies when the handler has returned. */
  CRASH_AFTER(true, "crash-after-effect"),
  /** The first attempt never returns and is killed with its process. */
  TIMEOUT(true, "timeout"),
  /** A record that its producer sends again, since it lost the answer. */
  COPY(false, ""),
  /** The handler refuses the event for good; each attempt does, since a process may die in one. */
  PERMANENT(false, "fail-permanent!", "permanent failure of the handler"),
  /** A text that no JSON is. */
  NOT_JSON(false, "", "not JSON"),
  /** A null value. */
  TOMBSTONE(false, "", "tombstone"),
  /** JSON without the business key. */
  MISSING_KEY(false, "", "no business key"),
  /** A parcel's key with another payload. */
  KEY_REUSED(false, "", "key reused with another payload");

  private final boolean listed;
  private final Optional<String> simulate;
  private final Optional<String> parkedFor;

  ShipmentKind(boolean listed, String simulate) {
    this.listed = listed;
    this.simulate = Optional.of(simulate).filter(text -> !text.isEmpty());
    this.parkedFor = Optional.empty();
  }

  ShipmentKind(boolean listed, String simulate, String parkedFor) {
    this.listed = listed;
    this.simulate = Optional.of(simulate).filter(text -> !text.isEmpty());
    this.parkedFor = Optional.of(parkedFor);
  }

  /** Returns whether it is the record for which its parcel is listed. */
  public boolean isListed() {
    return listed;
  }

  /** Returns why it is parked, in words; empty where it is not. */
  public Optional<String> parkedFor() {
    return parkedFor;
  }

  /** Returns its header {@code simulate}. */
  public Optional<String> simulate() {
    return simulate;
  }
}
