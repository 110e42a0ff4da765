package dev.effectivelyonce.tests.storm;

import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.LongAdder;

/** What happened to each order, and what should not have. Safe for use by many threads. */
final class Books {
  private static final int MOST_BREACHES = 20;

  final AtomicIntegerArray running;
  final AtomicIntegerArray runs;
  final AtomicIntegerArray effects;
  final LongAdder batches = new LongAdder();
  final LongAdder acknowledged = new LongAdder();
  final LongAdder deadLettered = new LongAdder();
  private final int orders;
  private final Queue<String> breaches = new ConcurrentLinkedQueue<>();

  Books(int orders) {
    this.orders = orders;
    this.running = new AtomicIntegerArray(orders);
    this.runs = new AtomicIntegerArray(orders);
    this.effects = new AtomicIntegerArray(orders);
  }

  void breach(String what) {
    if (breaches.size() < MOST_BREACHES) {
      breaches.add(what);
    }
  }

  void check(boolean asPromised, String otherwise) {
    if (!asPromised) {
      breach(otherwise);
    }
  }

  boolean isBroken() {
    return !breaches.isEmpty();
  }

  List<String> breaches() {
    return new ArrayList<>(breaches);
  }

  /** Once all is quiet. */
  void close(RecordLookup records) {
    for (int order = 0; order < orders; order++) {
      close(order, Fate.of(order), records);
    }
  }

  private void close(int order, Fate fate, RecordLookup records) {
    String name = Copy.orderId(order) + " (" + fate + ")";
    int effectsDue = fate.end == Status.COMPLETED ? 1 : 0;
    check(effects.get(order) == effectsDue, name + " has " + effects.get(order) + " effects");
    check(runs.get(order) == fate.runs, name + " ran " + runs.get(order) + " times");
    Status end = records.find(order).map(IdempotencyRecord::status).orElse(Status.UNKNOWN);
    check(end == fate.end, name + " ended as " + end);
  }
}
