package dev.effectivelyonce.outbox;

import static dev.effectivelyonce.outbox.Rig.QUICK;
import static dev.effectivelyonce.outbox.Rig.SWEPT_AFTER;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.outbox.OutboxMessage;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.exception.SdkClientException;

/**
 * Histories by chance of a publisher, its killed invocations whose requests arrive late, and a
 * sweeper, in the midst of each other's requests, over a service with faults: every message
 * arrives, and those of a key for the first time in the order of their commits.
 */
class PublishRunStormTest {
  private static final int HISTORIES = 400;
  private static final int BATCH = 8;

  @Test
  void messagesOfAKeyArriveInTheOrderOfTheirCommits() {
    for (long seed = 1; seed <= HISTORIES; seed++) {
      History history = new History(seed);

      history.run();

      assertThat(history.firstArrivals()).as("seed %d", seed).isEqualTo(history.committed);
      assertThat(history.rig.table.items).as("seed %d", seed).isEmpty();
    }
  }

  /** The process ends at once. */
  private static final class Killed extends Error {}

  /** An invocation that runs, or waits in the midst of a request. */
  private static final class Actor {
    private final boolean publishes;
    private boolean isKilled;

    Actor(boolean publishes) {
      this.publishes = publishes;
    }
  }

  private static final class History {
    private final Random random;
    private final Rig rig;
    private final Map<String, List<String>> committed = new HashMap<>();
    private final List<String> bodies = new ArrayList<>();
    private final Deque<Actor> actors = new ArrayDeque<>();
    private boolean calm;

    History(long seed) {
      random = new Random(seed);
      rig = new Rig(new Random(seed), BATCH);
      rig.table.around = this::trouble;
      rig.queue.around = this::trouble;
    }

    void run() {
      for (int i = 0; i < 60; i++) {
        step();
      }
      calm = true;
      rig.queue.throttled.clear();
      while (!rig.isPublished()) {
        publish();
      }
      rig.clock.advance(SWEPT_AFTER.plusSeconds(1));
      sweep();
    }

    private void step() {
      switch (random.nextInt(5)) {
        case 0, 1 -> commit();
        case 2 -> publish();
        case 3 -> sweep();
        default -> rig.clock.advance(Duration.ofSeconds(random.nextInt(300)));
      }
    }

    private void commit() {
      rig.clock.advance(Duration.ofMillis(1));
      String lane = "key-" + random.nextInt(3);
      OutboxMessage first = Rig.message(QUICK, lane, name(0), rig.clock);
      List<OutboxMessage> told = new ArrayList<>(List.of(first));
      if (random.nextInt(3) == 0) {
        told.add(Rig.behind(first, Rig.message(QUICK, lane, name(1), rig.clock)));
      }
      for (OutboxMessage message : told) {
        rig.table.put(message);
        committed.computeIfAbsent(lane, it -> new ArrayList<>()).add(message.outgoing().body());
      }
      Collections.shuffle(told, random);
      told.forEach(rig::tell);
      told.forEach(it -> bodies.add(it.outgoing().body()));
    }

    private String name(int place) {
      return random.nextInt(1000) + "-" + (bodies.size() + place);
    }

    /** One invocation of a shard at a time; one that another follows was killed. */
    private void publish() {
      actors.stream().filter(it -> it.publishes).forEach(it -> it.isKilled = true);
      rig.newProcess();
      try {
        act(new Actor(true), rig::publish);
      } catch (Killed e) {
        // The next one goes on.
      }
    }

    private void sweep() {
      try {
        act(new Actor(false), rig::sweep);
      } catch (Killed | SdkClientException e) {
        // The next one goes on.
      }
    }

    private void act(Actor actor, Runnable invocation) {
      actors.push(actor);
      try {
        invocation.run();
      } finally {
        actors.pop();
      }
    }

    /** Around each call of a service. */
    private void trouble() {
      if (calm) {
        return;
      }
      if (actors.getFirst().isKilled) {
        throw new Killed();
      }
      switch (random.nextInt(12)) {
        case 0 -> throw new Killed();
        case 1, 2 -> throw SdkClientException.create("No answer");
        case 3 -> rig.clock.advance(Duration.ofSeconds(random.nextInt(30)));
        case 4, 5, 6 -> meanwhile();
        case 7 -> rig.queue.throttled.clear();
        case 8 ->
            bodies.stream()
                .skip(random.nextInt(bodies.size() + 1))
                .findFirst()
                .ifPresent(rig.queue.throttled::add);
        default -> {}
      }
    }

    private void meanwhile() {
      if (actors.size() < 4) {
        step();
      }
    }

    Map<String, List<String>> firstArrivals() {
      return rig.queue.sent.stream()
          .collect(
              Collectors.groupingBy(
                  it -> it.messageGroupId(),
                  Collectors.mapping(
                      it -> it.messageBody(),
                      Collectors.collectingAndThen(
                          Collectors.toCollection(LinkedHashSet::new), List::copyOf))));
    }
  }
}
