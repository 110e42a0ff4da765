package dev.effectivelyonce.tests.storm;

import dev.effectivelyonce.testkit.sqs.SqsRecord;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A FIFO queue: a group is in one batch at a time, and a message that comes back comes before those
 * behind it. Copies of an order are in one group, or in two.
 */
final class FifoTraffic implements Traffic {
  private static final int GROUPS_IN_A_BATCH = 3;

  private final List<Deque<Copy>> groups;
  private final Queue<Integer> free;

  FifoTraffic(int orders, int groupCount, Random random) {
    this.groups =
        IntStream.range(0, groupCount).<Deque<Copy>>mapToObj(i -> new ArrayDeque<>()).toList();
    for (int order = 0; order < orders; order++) {
      int group = random.nextInt(groupCount);
      for (int number = 0; number < Copy.of(order); number++) {
        int chosen = random.nextBoolean() ? group : random.nextInt(groupCount);
        groups.get(chosen).add(new Copy(order, number, chosen));
      }
    }
    this.free = new ConcurrentLinkedQueue<>(IntStream.range(0, groupCount).boxed().toList());
  }

  @Override
  public List<Copy> next() {
    List<Copy> batch = new ArrayList<>();
    for (int i = 0; i < GROUPS_IN_A_BATCH; i++) {
      Integer group = free.poll();
      if (group != null) {
        takeFrom(groups.get(group), BATCH / GROUPS_IN_A_BATCH + (i == 0 ? 1 : 0), batch);
      }
    }
    return batch;
  }

  private static void takeFrom(Deque<Copy> group, int most, List<Copy> batch) {
    IntStream.range(0, Math.min(most, group.size())).forEach(i -> batch.add(group.removeFirst()));
  }

  @Override
  public void handled(List<Copy> batch, List<Copy> again) {
    again.reversed().forEach(copy -> groups.get(copy.group()).addFirst(copy));
    batch.stream()
        .map(Copy::group)
        .collect(Collectors.toSet())
        .forEach(
            group -> {
              if (!groups.get(group).isEmpty()) {
                free.add(group);
              }
            });
  }

  @Override
  public SqsRecord record(Copy copy, int batch) {
    return copy.fifo(batch);
  }
}
