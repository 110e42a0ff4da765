package dev.effectivelyonce.simulation.check;

import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.dynamodb.outbox.OutboxMessage;
import dev.effectivelyonce.simulation.history.Counts;
import dev.effectivelyonce.simulation.history.OutboxPlan;
import dev.effectivelyonce.simulation.history.Plan.QueueKind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiPredicate;

/** Judges what is sent on for events that were handled. */
public final class Messages {
  /**
   * An event as it runs in one life of its record.
   *
   * @param life told apart by its identity
   */
  public record Sender(String event, Object life) {}

  /** The message of a sender, in the order of the first commits. */
  private static final class Sending {
    final Sender sender;
    final List<String> bodies = new ArrayList<>();
    OutboxMessage last;
    boolean hasArrived;
    boolean isLost;
    boolean isRefused;

    Sending(Sender sender, OutboxMessage first) {
      this.sender = sender;
      this.last = first;
    }

    boolean isOlder(Instant before) {
      return last.createdAt().isBefore(before);
    }

    /** In one commit; it may have been to be seen first. */
    boolean isBehind(Sending before) {
      return last.place().after().filter(before.last.id()::equals).isPresent();
    }

    /** What was lost or left goes by the time of making, which two commits may share. */
    boolean maySweepBefore(Sending earlier) {
      return !last.createdAt().isAfter(earlier.last.createdAt()) || bodies.size() > 1;
    }
  }

  private final OutboxPlan plan;
  private final Records records;
  private final Findings findings;
  private final Counts counts;
  private final Map<String, Sending> byId = new LinkedHashMap<>();
  private final Map<Sender, String> ids = new HashMap<>();
  private final Map<String, Integer> received = new HashMap<>();

  /**
   * No messages yet.
   *
   * @param records tells the lives of the senders' records apart
   */
  public Messages(OutboxPlan plan, Records records, Findings findings, Counts counts) {
    this.plan = plan;
    this.records = records;
    this.findings = findings;
    this.counts = counts;
  }

  /** Who sends, by the life that the record has now. */
  public Sender sender(String event, RecordId record) {
    return new Sender(event, records.life(record));
  }

  /** A message is committed with its event's completion. */
  public void committed(Sender sender, OutboxMessage message) {
    counts.add("outbox: committed", 1);
    String id = ids.computeIfAbsent(sender, ignored -> message.id());
    findings.check(
        id.equals(message.id()),
        Invariant.COPIES_AGREE,
        sender.event,
        "sends",
        message.id(),
        ", before it was",
        id);
    Sending sending = byId.computeIfAbsent(message.id(), it -> new Sending(sender, message));
    // A request of one attempt that comes again, after its record was forgotten, is no run by
    // right.
    findings.check(
        sending.sender.equals(sender) || sending.bodies.contains(message.outgoing().body()),
        Invariant.LIVES_SEND_APART,
        sender.event,
        "runs again by right, and sends",
        message.id(),
        "as before");
    sending.last = message;
    sending.bodies.add(message.outgoing().body());
  }

  /** What the receiver tells the message of this body by; the body, if nobody sent it. */
  public String told(String body) {
    return byId.values().stream()
        .filter(sending -> sending.bodies.contains(body))
        .findFirst()
        .map(this::told)
        .orElse(body);
  }

  private String told(Sending sending) {
    return switch (plan.toldBy()) {
      case BUSINESS_KEY -> sending.sender.event;
      case ID -> sending.last.id();
    };
  }

  /** The stream never tells of a message. */
  public void lost(String id) {
    counts.add("outbox: lost by the stream", 1);
    Optional.ofNullable(byId.get(id)).ifPresent(it -> it.isLost = true);
  }

  /** A queue never takes a message, it says. */
  public void refused(String id) {
    counts.add("outbox: refused for good", 1);
    Optional.ofNullable(byId.get(id)).ifPresent(it -> it.isRefused = true);
  }

  /**
   * A queue gets a message of the publisher.
   *
   * @param before what was made before this, by its clock, may have been left to the sweeper
   */
  public void published(Copy copy, Instant before) {
    arrived(
        copy,
        "outbox: sent",
        (sending, earlier) ->
            earlier.isLost
                || ((sending.isOlder(before) || earlier.isOlder(before))
                    && sending.maySweepBefore(earlier)));
  }

  /** A process sends a message again of which it was told that it is sent. */
  public void sentAgain(String id) {
    findings.check(
        Optional.ofNullable(byId.get(id)).filter(it -> it.bodies.size() == 1).isEmpty(),
        Invariant.NOT_SENT_AGAIN,
        id,
        "was sent, and is sent again by the same process");
  }

  /**
   * A queue gets a message of a sweeper.
   *
   * @param before the sweeper may send what was made before this, by its clock
   */
  public void swept(Copy copy, Instant before) {
    Optional.ofNullable(byId.get(copy.id()))
        .ifPresent(
            it ->
                findings.check(
                    it.last.createdAt().isBefore(before) || it.bodies.size() > 1,
                    Invariant.SWEPT_IS_OLD,
                    copy.body(),
                    "was made at",
                    it.last.createdAt(),
                    ", swept is what was made before",
                    before));
    arrived(copy, "outbox: found by the sweeper", Sending::maySweepBefore);
  }

  private void arrived(Copy copy, String how, BiPredicate<Sending, Sending> mayPass) {
    Sending sending = byId.get(copy.id());
    if (sending == null) {
      findings.violated(
          Invariant.SENT_IS_COMMITTED, copy.id(), "with", copy.body(), "was never committed");
      return;
    }
    findings.check(
        sending.bodies.contains(copy.body()),
        Invariant.SENT_IS_COMMITTED,
        copy.body(),
        "was not committed, but",
        sending.bodies);
    agrees(copy, sending);
    counts.add(sending.hasArrived ? "outbox: sent again" : how, 1);
    if (!sending.hasArrived) {
      inOrder(sending, mayPass);
      sending.hasArrived = true;
    }
  }

  private void agrees(Copy copy, Sending sending) {
    boolean isFifo = plan.destination() == QueueKind.FIFO;
    findings.check(
        copy.group().equals(isFifo ? Optional.of(sending.last.lane()) : Optional.empty())
            && copy.deduplicationId().equals(isFifo ? Optional.of(copy.id()) : Optional.empty()),
        Invariant.COPIES_AGREE,
        copy,
        "is a copy of",
        sending.last.id(),
        "in",
        sending.last.lane());
  }

  private void inOrder(Sending sending, BiPredicate<Sending, Sending> mayPass) {
    boolean isAfter =
        sending
            .last
            .place()
            .after()
            .map(byId::get)
            .filter(before -> before.hasArrived || before.isRefused)
            .isPresent();
    findings.check(
        isAfter || sending.last.place().after().isEmpty() || sending.bodies.size() > 1,
        Invariant.SENT_IN_ORDER,
        sending.last.outgoing().body(),
        "is sent before the one that is before it in its commit");
    for (Sending earlier : byId.values()) {
      // A commit is where the first of it was to be seen; what was committed meanwhile is beside
      // it.
      if (earlier == sending || earlier.isBehind(sending) || sending.isBehind(earlier)) {
        return;
      }
      findings.check(
          earlier.hasArrived
              || !earlier.last.lane().equals(sending.last.lane())
              || earlier.isRefused
              || mayPass.test(sending, earlier),
          Invariant.SENT_IN_ORDER,
          sending.last.outgoing().body(),
          "is sent before",
          earlier.last.outgoing().body());
    }
  }

  /** A receiver has its effect for the message of this body. */
  public void received(String body) {
    received.merge(told(body), 1, Integer::sum);
  }

  /**
   * The history is over.
   *
   * @param mostEffects of what a receiver takes for one message
   */
  public void ended(int mostEffects) {
    byId.values().forEach(it -> ended(it, mostEffects));
  }

  private void ended(Sending sending, int mostEffects) {
    findings.check(
        sending.hasArrived,
        Invariant.EVERYTHING_SENT_ON,
        sending.last.outgoing().body(),
        "was never sent");
    int effects = Objects.requireNonNull(received.getOrDefault(told(sending), 0));
    findings.check(
        effects >= 1 && effects <= mostEffects,
        Invariant.RECEIVED_ONCE,
        sending.sender.event,
        "has",
        effects,
        "effects at its receiver");
  }
}
