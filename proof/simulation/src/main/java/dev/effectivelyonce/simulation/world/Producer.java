package dev.effectivelyonce.simulation.world;

import dev.effectivelyonce.simulation.history.Fault;
import dev.effectivelyonce.simulation.queue.SimulatedMessage.Draft;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.function.Consumer;

/** Sends events, some of them again, some under a key that another has. */
final class Producer {
  private final HistoryContext basis;
  private final Consumer<Draft> source;
  private final SequencedSet<Event> events = new LinkedHashSet<>();
  private int open;
  private boolean isLong;

  /**
   * A producer.
   *
   * @param source takes what is sent
   */
  Producer(HistoryContext basis, Consumer<Draft> source) {
    this.basis = basis;
    this.source = source;
  }

  /** All events, in the order in which they are sent first. */
  List<Event> events() {
    return new ArrayList<>(events);
  }

  /** Whether messages are still to be sent. */
  boolean isDone() {
    return open == 0;
  }

  /** Whether something is sent after records have expired. */
  boolean isLong() {
    return isLong;
  }

  void start() {
    for (int i = 0; i < basis.plan.messages(); i++) {
      Event event = event(i);
      events.add(event);
      basis.table.name(event.id(), event.key());
      send(event, soon());
      copies(event);
    }
    if (basis.faults.happens(Fault.UNREADABLE)) {
      sendBody(Event.UNREADABLE, Map.of(), "group-0", soon(), Optional.empty());
    }
  }

  /** Sends further events at once, all in one message group. */
  void sendNow(List<Event> further) {
    for (Event event : further) {
      events.add(event);
      basis.table.name(event.id(), event.key());
      send(event, "group-outlasts", Duration.ZERO, Optional.empty());
    }
  }

  private Event event(int number) {
    int key = number % basis.plan.keys();
    boolean isFirst = number < basis.plan.keys();
    boolean contradicts = !isFirst && basis.faults.happens(Fault.CONTRADICTED);
    return new Event("key-" + key, contradicts ? "other" : "one");
  }

  private void copies(Event event) {
    if (basis.faults.happens(Fault.SENT_AGAIN)) {
      send(event, soon());
    }
    if (basis.faults.happens(Fault.SENT_AFTER_RETENTION)) {
      isLong = true;
      send(event, History.RETENTION_PASSED.plus(soon()));
    }
  }

  private Duration soon() {
    return basis.faults.pick(
        Duration.ZERO,
        Duration.ofMillis(1),
        Duration.ofMillis(300),
        Duration.ofSeconds(3),
        Duration.ofSeconds(20),
        Duration.ofSeconds(90));
  }

  private void send(Event event, Duration after) {
    String group = "group-" + Math.floorMod(event.key().hashCode(), basis.plan.groups());
    Optional<String> deduplication =
        basis.faults.pick(2) == 0 ? Optional.empty() : Optional.of(event.body());
    send(event, group, after, deduplication);
  }

  private void send(Event event, String group, Duration after, Optional<String> deduplicationId) {
    sendBody(event.body(), event.attributes(), group, after, deduplicationId);
  }

  private void sendBody(
      String body,
      Map<String, String> attributes,
      String group,
      Duration after,
      Optional<String> deduplicationId) {
    open++;
    String id = basis.messageId();
    Optional<String> sentGroup = basis.source.isFifo() ? Optional.of(group) : Optional.empty();
    basis.scheduler.after(
        after,
        () -> {
          open--;
          source.accept(
              new Draft(id, body, sentGroup, Optional.of(deduplicationId.orElse(id)), attributes));
        });
  }
}
