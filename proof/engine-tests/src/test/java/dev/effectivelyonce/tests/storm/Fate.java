package dev.effectivelyonce.tests.storm;

import dev.effectivelyonce.core.record.Status;

/** What the handler does about an order. */
enum Fate {
  COMPLETES(1, Status.COMPLETED),
  /** Says retry at the first attempt. */
  FAILS_ONCE(2, Status.COMPLETED),
  /** Throws at the first attempt. */
  THROWS_ONCE(2, Status.COMPLETED),
  /** Fails for good. */
  REFUSED(1, Status.FAILED);

  /** How often the handler runs in all. */
  final int runs;

  /** Where the order's record ends. */
  final Status end;

  Fate(int runs, Status end) {
    this.runs = runs;
    this.end = end;
  }

  static Fate of(int order) {
    return switch (order % 10) {
      case 3 -> FAILS_ONCE;
      case 5 -> THROWS_ONCE;
      case 7 -> REFUSED;
      default -> COMPLETES;
    };
  }
}
