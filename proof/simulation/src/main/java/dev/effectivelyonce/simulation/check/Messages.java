package dev.effectivelyonce.simulation.check;

import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.outbox.OutboxMessage;
import dev.effectivelyonce.simulation.history.Counts;
import dev.effectivelyonce.simulation.history.OutboxPlan;
import dev.effectivelyonce.simulation.history.Plan.QueueKind;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
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

  /** The message of a sender. */
  private static final class Sending {
    final Sender sender;
    final OutboxMessage message;
    boolean hasArrived;
    boolean isLost;
    boolean isRefused;

    Sending(Sender sender, OutboxMessage message) {
      this.sender = sender;
      this.message = message;
    }

    String body() {
      return message.outgoing().body();
    }

    boolean isOlder(Instant before) {
      return message.createdAt().isBefore(before);
    }

    /** In one commit; it may have been to be seen first. */
    boolean isBehind(Sending before) {
      return message.place().after().filter(before.message.id()::equals).isPresent();
    }

    /** What was lost or left goes by the time of making, which two commits may share. */
    boolean maySweepBefore(Sending earlier) {
      return !message.createdAt().isAfter(earlier.message.createdAt());
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
  public Messages(OutboxPlan plan, Records records) {
    this.plan = plan;
    this.records = records;
    this.findings = records.stage.findings();
    this.counts = records.stage.counts();
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
    findings.check(
        sending.sender.equals(sender),
        Invariant.LIVES_SEND_APART,
        sender.event,
        "runs again by right, and sends",
        message.id(),
        "as before");
  }

  /** What the receiver tells the message of this body by; the body, if nobody sent it. */
  public String told(String body) {
    return byId.values().stream()
        .filter(sending -> sending.body().equals(body))
        .findFirst()
        .map(this::told)
        .orElse(body);
  }

  private String told(Sending sending) {
    return switch (plan.toldBy()) {
      case BUSINESS_KEY -> sending.sender.event;
      case ID -> sending.message.id();
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
        !byId.containsKey(id),
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
                    it.message.createdAt().isBefore(before),
                    Invariant.SWEPT_IS_OLD,
                    copy.body(),
                    "was made at",
                    it.message.createdAt(),
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
        sending.body().equals(copy.body()),
        Invariant.SENT_IS_COMMITTED,
        copy.body(),
        "was not committed, but",
        sending.body());
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
        copy.group().equals(isFifo ? Optional.of(sending.message.lane()) : Optional.empty())
            && copy.deduplicationId().equals(isFifo ? Optional.of(copy.id()) : Optional.empty()),
        Invariant.COPIES_AGREE,
        copy,
        "is a copy of",
        sending.message.id(),
        "in",
        sending.message.lane());
  }

  private void inOrder(Sending sending, BiPredicate<Sending, Sending> mayPass) {
    boolean isAfter =
        sending
            .message
            .place()
            .after()
            .map(byId::get)
            .filter(before -> before.hasArrived || before.isRefused)
            .isPresent();
    findings.check(
        isAfter || sending.message.place().after().isEmpty(),
        Invariant.SENT_IN_ORDER,
        sending.body(),
        "is sent before the one that is before it in its commit");
    for (Sending earlier : byId.values()) {
      // A commit is where the first of it was to be seen; what was committed meanwhile is beside
      // it.
      if (earlier == sending || earlier.isBehind(sending) || sending.isBehind(earlier)) {
        return;
      }
      findings.check(
          earlier.hasArrived
              || !earlier.message.lane().equals(sending.message.lane())
              || earlier.isRefused
              || mayPass.test(sending, earlier),
          Invariant.SENT_IN_ORDER,
          sending.body(),
          "is sent before",
          earlier.body());
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
        sending.hasArrived, Invariant.EVERYTHING_SENT_ON, sending.body(), "was never sent");
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
