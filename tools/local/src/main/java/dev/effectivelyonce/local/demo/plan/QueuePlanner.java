package dev.effectivelyonce.local.demo.plan;

import dev.effectivelyonce.local.demo.plan.PlannedMessage.Role;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** Plans one queue: its events, their copies, the keys that are reused, and the poison. */
final class QueuePlanner {
  /** What differs between the queues. */
  interface Contents {
    /** Event number {@code index} of the queue. */
    Event event(Kind kind, int index);

    /** A body of the event with this amount. */
    String body(Event event, long amountCents);

    /** A message group for a message without an event. */
    Optional<String> anyGroup();
  }

  private final DemoQueue queue;
  private final Shares shares;
  private final Contents contents;
  private final Schedule schedule;
  private final Timeline timeline;
  private int nextIndex;

  QueuePlanner(
      DemoQueue queue,
      Shares shares,
      Contents contents,
      RandomGenerator random,
      Timeline timeline) {
    this.queue = queue;
    this.shares = shares;
    this.contents = contents;
    this.schedule = new Schedule(random, shares.events());
    this.timeline = timeline;
  }

  void plan() {
    for (Kind kind : Kind.values()) {
      planSpecial(kind);
    }
    planPlain();
    planPoison();
  }

  private void planSpecial(Kind kind) {
    for (int index = 0; index < shares.of(kind); index++) {
      Draft first = first(kind, schedule.first(kind, index));
      for (double later : copies(kind, index, first.time())) {
        timeline.copy(first, later);
      }
    }
  }

  /** Every second event that is copied at all, so that each kind occurs with and without. */
  private List<Double> copies(Kind kind, int index, double time) {
    boolean copied = index % 2 == 0;
    return switch (kind) {
      case SLOW -> List.of(schedule.soonAfter(time), schedule.soonAfter(time));
      case CRASH_AFTER, CRASH_IN_CHARGE, TIMEOUT ->
          copied ? List.of(schedule.soonAfter(time)) : List.of();
      case RETRYABLE_ONCE -> copied ? List.of(schedule.neighbour(time)) : List.of();
      case PERMANENT, RECALLED, TO_SHIP ->
          copied ? List.of(schedule.anyTimeAfter(time)) : List.of();
      default -> List.of();
    };
  }

  private void planPlain() {
    int plain = shares.plain() - shares.copies() - shares.neighbours() - shares.reused();
    repeat(plain, () -> first(Kind.PLAIN, schedule.first(Kind.PLAIN, 0)));
    repeat(shares.copies(), this::planCopied);
    repeat(shares.neighbours(), this::planNeighbours);
    repeat(shares.reused(), this::planReused);
  }

  private void planCopied() {
    Draft first = first(Kind.PLAIN, schedule.firstOfCopied());
    timeline.copy(first, schedule.anyTimeAfter(first.time()));
  }

  private void planNeighbours() {
    Draft first = first(Kind.PLAIN, schedule.firstOfCopied());
    timeline.copy(first, schedule.neighbour(first.time()));
  }

  private void planReused() {
    Event event = contents.event(Kind.PLAIN, nextIndex++);
    String body = contents.body(event, event.amountCents());
    timeline.first(schedule.firstOfReused(), event, body, Optional.empty());
    timeline.reuse(schedule.reuse(), event, contents.body(event, event.amountCents() + 1));
  }

  private static void repeat(int times, Runnable step) {
    for (int done = 0; done < times; done++) {
      step.run();
    }
  }

  private Draft first(Kind kind, double time) {
    Event event = contents.event(kind, nextIndex++);
    String body = contents.body(event, event.amountCents());
    return timeline.first(time, event, body, kind.simulate());
  }

  private void planPoison() {
    for (Role role : Role.values()) {
      if (role.isPoison()) {
        for (int index = 0; index < shares.poisonOfEach(); index++) {
          String body = Bodies.poison(queue, role, "poison-" + index);
          timeline.poison(schedule.ofPoison(), queue, role, body, contents.anyGroup());
        }
      }
    }
  }
}
