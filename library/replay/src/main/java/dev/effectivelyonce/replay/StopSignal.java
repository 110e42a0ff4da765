package dev.effectivelyonce.replay;

import java.util.concurrent.atomic.AtomicBoolean;

/** The wish that a run ends: it begins nothing further, and ends what it has begun. */
final class StopSignal {
  private final AtomicBoolean isSet = new AtomicBoolean();

  void set() {
    isSet.set(true);
  }

  boolean isSet() {
    return isSet.get();
  }
}
