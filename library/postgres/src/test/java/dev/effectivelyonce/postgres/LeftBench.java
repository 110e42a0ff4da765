package dev.effectivelyonce.postgres;

import dev.effectivelyonce.core.handler.Attempt;
import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.outbox.OutboxBacklog.Answers;
import dev.effectivelyonce.core.outbox.OutboxMessage;
import dev.effectivelyonce.core.outbox.OutgoingMessage;
import dev.effectivelyonce.core.record.AttemptId;
import dev.effectivelyonce.core.store.CommitResult;
import dev.effectivelyonce.testkit.ManualClock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import javax.sql.DataSource;

/** Events that leave messages, and a sender that takes down what it is given. */
final class LeftBench {
  static final String DESTINATION = "fulfilment";

  private final ManualClock clock = new ManualClock();
  private final DataSource source;
  private final PostgresStore store;
  private final List<String> sent = new ArrayList<>();
  private int events;

  LeftBench(DataSource source) {
    this.source = source;
    this.store = new PostgresStore(source);
  }

  ManualClock clock() {
    return clock;
  }

  PostgresOutbox outbox() {
    return new PostgresOutbox(clock);
  }

  PostgresBacklog backlog() {
    return new PostgresBacklog(source);
  }

  static Attempt attempt(String key) {
    return new Attempt(
        new ConsumerName("payments"),
        BusinessKey.of(key),
        new AttemptId("a"),
        1,
        Samples.NOW.plusSeconds(30));
  }

  /** Returns the message of an event whose name and body are the same. */
  static OutgoingMessage outgoing(String lane, String name) {
    return OutgoingMessage.to(DESTINATION, name, name).orderedBy(lane);
  }

  /** Completes an event of its own with each message. */
  void leave(OutgoingMessage... messages) {
    for (OutgoingMessage message : messages) {
      String key = "event-" + events++;
      complete(key, outbox().message(attempt(key), message));
    }
  }

  CommitResult complete(String key, SqlWork work) {
    return Samples.complete(store, Samples.claimed(store, key), work);
  }

  /** Takes all in turns until nothing is left. Returns their bodies in order. */
  List<String> drained() {
    int before;
    do {
      before = sent.size();
      Optional<String> lane = Optional.of("");
      while (lane.isPresent()) {
        lane = backlog().take(DESTINATION, lane.get(), this::sendAll);
      }
    } while (sent.size() > before);
    return List.copyOf(sent);
  }

  Answers sendAll(List<OutboxMessage> messages) {
    messages.forEach(it -> sent.add(it.outgoing().body()));
    return new Answers(ids(messages), Set.of());
  }

  static Answers refuseAll(List<OutboxMessage> messages) {
    return new Answers(Set.of(), ids(messages));
  }

  static Answers none() {
    return new Answers(Set.of(), Set.of());
  }

  static Set<String> ids(List<OutboxMessage> messages) {
    return messages.stream().map(OutboxMessage::id).collect(Collectors.toSet());
  }

  static List<String> bodies(List<OutboxMessage> messages) {
    return messages.stream().map(it -> it.outgoing().body()).toList();
  }

  /** Returns the texts of what would be sent. */
  List<String> takenAfter(String lane) {
    return bodies(messagesAfter(lane));
  }

  /** Returns what would be sent. */
  List<OutboxMessage> messagesAfter(String lane) {
    List<OutboxMessage> all = new ArrayList<>();
    Optional<String> ignored =
        backlog()
            .take(
                DESTINATION,
                lane,
                taken -> {
                  all.addAll(taken);
                  return none();
                });
    return all;
  }
}
