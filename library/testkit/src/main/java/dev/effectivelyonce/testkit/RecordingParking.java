package dev.effectivelyonce.testkit;

import dev.effectivelyonce.batch.ParkedMessage;
import dev.effectivelyonce.batch.Parking;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** Records parked messages instead of sending them to a queue. Safe for use by many threads. */
public final class RecordingParking implements Parking {
  private final List<ParkedMessage> messages = new CopyOnWriteArrayList<>();
  private final AtomicInteger failures = new AtomicInteger();

  /**
   * Makes the next calls fail as if the queue could not be reached. Their messages are not
   * recorded.
   *
   * @param calls the number of calls
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

  /**
   * Returns the messages that were parked until now, in order. A message that was parked twice
   * occurs twice.
   */
  public List<ParkedMessage> messages() {
    return List.copyOf(messages);
  }
}
