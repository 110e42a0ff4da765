package dev.effectivelyonce.tests.storm;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A queue that hands out batches to many invocations. A group is in one batch at a time, and a
 * message that comes back comes before those behind it. Safe for use by many threads.
 */
final class Traffic {
  /** The most messages in a batch. */
  private static final int BATCH = 10;

  /** Further than a batch, and nearer than all batches that run at once. */
  private static final int MOST_APART = 100;

  final boolean isFifo;
  private final List<Deque<Copy>> groups;
  private final Queue<Integer> free;
  private final int groupsInABatch;

  private Traffic(boolean isFifo, int groupCount, List<Copy> copies) {
    this.isFifo = isFifo;
    this.groups = Stream.<Deque<Copy>>generate(ArrayDeque::new).limit(groupCount).toList();
    this.free = new ConcurrentLinkedQueue<>(IntStream.range(0, groupCount).boxed().toList());
    this.groupsInABatch = isFifo ? 3 : BATCH;
    copies.forEach(copy -> groups.get(copy.group()).add(copy));
  }

  /** Copies of an order come in one batch, or in batches that run side by side. */
  static Traffic standard(int orders, Random random) {
    record Placed(int order, int number, double place) {}
    List<Placed> placed =
        IntStream.range(0, orders)
            .boxed()
            .flatMap(
                order ->
                    IntStream.range(0, Copy.of(order))
                        .mapToObj(
                            number ->
                                new Placed(
                                    order,
                                    number,
                                    order + number * random.nextDouble() * MOST_APART)))
            .sorted(Comparator.comparingDouble(Placed::place))
            .toList();
    return new Traffic(
        false,
        placed.size(),
        IntStream.range(0, placed.size())
            .mapToObj(i -> new Copy(placed.get(i).order(), placed.get(i).number(), i))
            .toList());
  }

  /** Copies of an order are in one group, or in two. */
  static Traffic fifo(int orders, int groupCount, Random random) {
    List<Copy> copies = new ArrayList<>();
    for (int order = 0; order < orders; order++) {
      int group = random.nextInt(groupCount);
      for (int number = 0; number < Copy.of(order); number++) {
        int chosen = random.nextBoolean() ? group : random.nextInt(groupCount);
        copies.add(new Copy(order, number, chosen));
      }
    }
    return new Traffic(true, groupCount, copies);
  }

  /** Returns the next batch; empty if nothing is there just now. */
  List<Copy> next() {
    List<Copy> batch = new ArrayList<>();
    for (int i = 0; i < groupsInABatch; i++) {
      Integer group = free.poll();
      if (group != null) {
        int most = BATCH / groupsInABatch + (i < BATCH % groupsInABatch ? 1 : 0);
        Deque<Copy> queue = groups.get(group);
        IntStream.range(0, Math.min(most, queue.size()))
            .forEach(ignored -> batch.add(queue.removeFirst()));
      }
    }
    return batch;
  }

  /** Takes back what was reported and may run again. */
  void handled(List<Copy> batch, List<Copy> again) {
    again.reversed().forEach(copy -> groups.get(copy.group()).addFirst(copy));
    batch.stream()
        .map(Copy::group)
        .distinct()
        .filter(group -> !groups.get(group).isEmpty())
        .forEach(free::add);
  }
}
