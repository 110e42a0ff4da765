package dev.effectivelyonce.cli.record;

/** Which records to list. */
enum Wanted {
  /** Those that wait for an operator. */
  held,
  /** Those that failed for good. */
  failed,
  /** Those whose attempt died or outlived its lease. */
  stale,
  /** All that are listed. */
  all;

  boolean includes(State state) {
    return switch (this) {
      case held -> state == State.HELD;
      case failed -> state == State.FAILED;
      case stale -> state == State.STALE;
      case all -> state != State.EXPIRED;
    };
  }

  /** What follows a number of them. */
  String counted() {
    return this == all ? "listed" : name();
  }

  boolean seeksStale() {
    return this == stale || this == all;
  }
}
