package dev.effectivelyonce.simulation.queue;

import dev.effectivelyonce.simulation.history.Fault;
import dev.effectivelyonce.simulation.history.Faults;
import dev.effectivelyonce.simulation.history.Trace;
import dev.effectivelyonce.simulation.kernel.Scheduler;
import dev.effectivelyonce.simulation.queue.SimulatedMessage.Draft;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/** A queue of SQS, standard or FIFO, perhaps with a dead-letter queue. */
public final class SimulatedQueue {
  /** In which SQS drops what has a deduplication id that it has seen. */
  private static final Duration DEDUPLICATION = Duration.ofMinutes(5);

  private final String name;
  private final Faults faults;
  private final Trace trace;
  private final Supplier<Instant> now;
  private final Optional<Redrive> redrive;
  private final List<SimulatedMessage> messages = new ArrayList<>();
  private final Map<String, Instant> deduplicated = new HashMap<>();
  private long sent;
  private Runnable onArrival = () -> {};
  private final Set<Thread> pollers = new LinkedHashSet<>();
  private long changes;

  /**
   * Where dead letters go.
   *
   * @param after how many receives
   */
  public record Redrive(SimulatedQueue to, int after) {}

  /** An empty queue; FIFO if its name ends so. */
  public SimulatedQueue(
      String name, Faults faults, Trace trace, Supplier<Instant> now, Optional<Redrive> redrive) {
    this.name = name;
    this.faults = faults;
    this.trace = trace;
    this.now = now;
    this.redrive = redrive;
  }

  /** Its name. */
  public String name() {
    return name;
  }

  /** Its ARN. */
  public String arn() {
    return "arn:aws:sqs:eu-central-1:123456789012:" + name;
  }

  /** After how many receives it moves a message; empty: never. */
  OptionalInt receivesAtMost() {
    return redrive.stream().mapToInt(Redrive::after).findFirst();
  }

  /** Whether it is a FIFO queue. */
  public boolean isFifo() {
    return name.endsWith(".fifo");
  }

  /** Who is told when a message may have become visible. */
  public void onArrival(Runnable told) {
    onArrival = told;
  }

  /** Its messages, visible or not, in their order. */
  public List<SimulatedMessage> messages() {
    return List.copyOf(messages);
  }

  /** Whether it has no message. */
  public boolean isEmpty() {
    return messages.isEmpty();
  }

  /** When the next message becomes visible; the past, if one is. */
  public Optional<Instant> nextVisibleAt() {
    Instant next = Instant.MAX;
    for (SimulatedMessage message : messages) {
      next = message.visibleAt.isBefore(next) ? message.visibleAt : next;
    }
    return messages.isEmpty() ? Optional.empty() : Optional.of(next);
  }

  /** When all of its messages are visible; now, if they are. */
  public Instant lastVisibleAt() {
    return messages.stream()
        .map(message -> message.visibleAt)
        .filter(now.get()::isBefore)
        .max(Instant::compareTo)
        .orElseGet(now);
  }

  /**
   * Sends a message.
   *
   * @return whether SQS kept it: on a FIFO queue it drops what has a deduplication id it has seen
   */
  public boolean send(Draft draft) {
    if (isFifo() && isDeduplicated(draft)) {
      trace.line(name, "drops", draft.id(), ": deduplicated");
      return false;
    }
    add(draft, now.get(), Optional.empty());
    return true;
  }

  private boolean isDeduplicated(Draft draft) {
    String id = draft.deduplicationId().orElseThrow();
    Instant before = deduplicated.get(id);
    if (before != null && now.get().isBefore(before.plus(DEDUPLICATION))) {
      return true;
    }
    deduplicated.put(id, now.get());
    return false;
  }

  private void add(Draft draft, Instant sentAt, Optional<String> movedFrom) {
    SimulatedMessage message = new SimulatedMessage(draft, sent++, sentAt, now.get());
    message.movedFrom = movedFrom;
    messages.add(message);
    trace.line(name, "has", draft.id(), ":", draft.body());
    changed();
  }

  private void changed() {
    changes++;
    onArrival.run();
    pollers.forEach(LockSupport::unpark);
  }

  /** Waits, on a thread of a process, until there may be a message to receive, or until a time. */
  void await(Scheduler scheduler, Instant until) {
    Thread poller = Thread.currentThread();
    pollers.add(poller);
    while (now.get().isBefore(until) && receivable().isEmpty()) {
      long seen = changes;
      scheduler.await(() -> changes != seen, nextShown(until));
    }
    pollers.remove(poller);
  }

  /** When the next hidden message is shown. */
  private Instant nextShown(Instant atTheLatest) {
    return messages.stream()
        .map(message -> message.visibleAt)
        .filter(now.get()::isBefore)
        .filter(atTheLatest::isAfter)
        .min(Instant::compareTo)
        .orElse(atTheLatest);
  }

  /** Up to so many messages, hidden from others for a while. */
  public List<Received> receive(int most, Duration hidden) {
    moveDeadLetters();
    List<SimulatedMessage> visible = receivable();
    List<Received> received = new ArrayList<>();
    while (received.size() < most && !visible.isEmpty()) {
      SimulatedMessage next = visible.remove(isFifo() ? 0 : faults.pick(visible.size()));
      received.add(receive(next, hidden));
    }
    return received;
  }

  private List<SimulatedMessage> receivable() {
    return isFifo() ? visibleInOrder() : visible();
  }

  private Received receive(SimulatedMessage message, Duration hidden) {
    message.receives++;
    message.receipt = message.id() + "/" + message.receives;
    if (isFifo() || !faults.happens(Fault.DELIVERED_TWICE)) {
      message.visibleAt = now.get().plus(hidden);
    }
    return Received.of(message);
  }

  private List<SimulatedMessage> visible() {
    return new ArrayList<>(messages.stream().filter(it -> it.isVisible(now.get())).toList());
  }

  /** Nothing of a message group while one of its messages is in flight. */
  private List<SimulatedMessage> visibleInOrder() {
    Set<Optional<String>> blocked = new HashSet<>();
    messages.stream().filter(it -> !it.isVisible(now.get())).forEach(it -> blocked.add(it.group()));
    return new ArrayList<>(messages.stream().filter(it -> !blocked.contains(it.group())).toList());
  }

  /** SQS counts receives, and moves a message in place of one too many. */
  private void moveDeadLetters() {
    redrive.ifPresent(
        policy ->
            messages.stream()
                .filter(it -> it.isVisible(now.get()) && it.receives >= policy.after())
                .toList()
                .forEach(it -> bury(it, policy.to())));
  }

  private void bury(SimulatedMessage message, SimulatedQueue deadLetters) {
    messages.remove(message);
    // A FIFO dead-letter queue knows a message by its id, and since when it has it.
    deadLetters.add(
        moved(message, message.id()), isFifo() ? now.get() : message.sentAt(), Optional.of(arn()));
  }

  private static Draft moved(SimulatedMessage message, String id) {
    return new Draft(id, message.body(), message.group(), Optional.of(id), message.attributes());
  }

  /** SQS's own move of a dead letter, back to its source queue: a message with another id. */
  public void moveBack(SimulatedMessage message, SimulatedQueue source, String newId) {
    messages.remove(message);
    source.add(moved(message, newId), now.get(), Optional.empty());
  }

  /** An operator takes a message out. */
  public void take(SimulatedMessage message) {
    messages.remove(message);
  }

  /**
   * Deletes a message by a receipt handle.
   *
   * @return the message, if it is deleted by this
   */
  public Optional<SimulatedMessage> delete(String receipt) {
    Optional<SimulatedMessage> found = find(receipt);
    found.ifPresent(messages::remove);
    found.ifPresent(ignored -> changed());
    return found;
  }

  /**
   * Hides a message for so long from now.
   *
   * @return whether the receipt handle was one that still counts
   */
  public boolean hide(String receipt, Duration hidden) {
    Optional<SimulatedMessage> found = find(receipt).filter(it -> !it.isVisible(now.get()));
    found.ifPresent(message -> message.visibleAt = now.get().plus(hidden));
    found.ifPresent(ignored -> changed());
    return found.isPresent();
  }

  private Optional<SimulatedMessage> find(String receipt) {
    String id = receipt.substring(0, receipt.lastIndexOf('/'));
    return messages.stream()
        .filter(it -> it.id().equals(id))
        .filter(it -> counts(it, receipt))
        .findFirst();
  }

  private boolean counts(SimulatedMessage message, String receipt) {
    if (isFifo()) {
      return message.receipt.equals(receipt) && !message.isVisible(now.get());
    }
    return message.receipt.equals(receipt) || faults.happens(Fault.STALE_RECEIPT_TAKEN);
  }
}
