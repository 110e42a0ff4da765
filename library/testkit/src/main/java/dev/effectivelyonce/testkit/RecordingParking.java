package dev.effectivelyonce.testkit;

import dev.effectivelyonce.batch.ParkedMessage;
import dev.effectivelyonce.batch.Parking;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** Remembers what is parked instead of sending it to a queue. Safe for use by many threads. */
public final class RecordingParking implements Parking {
  private final List<ParkedMessage> messages = new CopyOnWriteArrayList<>();
  private final AtomicInteger failures = new AtomicInteger();

  /**
   * Lets the next calls fail, as if the queue were away; nothing is kept of them.
   *
   * @param calls how many
   */
  public void failNext(int calls) {
    failures.set(calls);
  }

  @Override
  public void put(ParkedMessage message, Instant deadline) {
    if (failures.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
      throw new IllegalStateException("The parking queue is away, as the test wants it");
    }
    messages.add(message);
  }

  /** Returns what was parked until now, in its order; what was parked twice is there twice. */
  public List<ParkedMessage> messages() {
    return List.copyOf(messages);
  }
}
