package dev.effectivelyonce.tests.storm;

import dev.effectivelyonce.testkit.sqs.SqsRecord;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;

/** A standard queue. Copies of an order come in one batch, or in batches that run side by side. */
final class StandardTraffic implements Traffic {
  /** Further than a batch, and nearer than all batches that run at once. */
  private static final int MOST_APART = 100;

  private final Queue<Copy> visible;

  StandardTraffic(int orders, Random random) {
    record Placed(Copy copy, double place) {}
    this.visible =
        new ConcurrentLinkedQueue<>(
            IntStream.range(0, orders)
                .boxed()
                .flatMap(
                    order ->
                        IntStream.range(0, Copy.of(order))
                            .mapToObj(number -> new Copy(order, number, 0)))
                .map(
                    copy ->
                        new Placed(
                            copy, copy.order() + copy.number() * random.nextDouble() * MOST_APART))
                .sorted(Comparator.comparingDouble(Placed::place))
                .map(Placed::copy)
                .toList());
  }

  @Override
  public List<Copy> next() {
    List<Copy> batch = new ArrayList<>();
    while (batch.size() < BATCH) {
      Copy next = visible.poll();
      if (next == null) {
        break;
      }
      batch.add(next);
    }
    return batch;
  }

  @Override
  public void handled(List<Copy> batch, List<Copy> again) {
    visible.addAll(again);
  }

  @Override
  public SqsRecord record(Copy copy, int batch) {
    return copy.standard(batch);
  }
}
