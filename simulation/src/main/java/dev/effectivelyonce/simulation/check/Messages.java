package dev.effectivelyonce.simulation.check;

import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.dynamodb.outbox.OutboxMessage;
import dev.effectivelyonce.simulation.history.Counts;
import dev.effectivelyonce.simulation.history.OutboxPlan;
import dev.effectivelyonce.simulation.history.Plan.QueueKind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Judges what is sent on for events that were handled. */
public final class Messages {
  /** The message of an event in one life of its record, in the order of the first commits. */
  private static final class Sending {
    final String event;
    final Life life;
    final List<String> bodies = new ArrayList<>();
    OutboxMessage last;
    boolean hasArrived;
    boolean isLost;
    boolean isRefused;

    Sending(String event, Life life, OutboxMessage first) {
      this.event = event;
      this.life = life;
      this.last = first;
    }
  }

  private final OutboxPlan plan;
  private final Records records;
  private final Findings findings;
  private final Counts counts;
  private final Map<String, Sending> byId = new LinkedHashMap<>();
  private final Map<Life, String> ids = new IdentityHashMap<>();
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

  /** A message is committed with its event's completion. */
  public void committed(String event, RecordId record, OutboxMessage message) {
    counts.add("outbox: committed", 1);
    Life life = records.life(record);
    String id = ids.computeIfAbsent(life, ignored -> message.id());
    findings.check(
        id.equals(message.id()),
        Invariant.COPIES_AGREE,
        event,
        "sends",
        message.id(),
        ", before it was",
        id);
    Sending sending = byId.computeIfAbsent(message.id(), it -> new Sending(event, life, message));
    findings.check(
        sending.life == life,
        Invariant.LIVES_SEND_APART,
        event,
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
      case BUSINESS_KEY -> sending.event;
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

  /** A queue gets a message of the publisher. */
  public void published(Copy copy) {
    arrived(copy, "outbox: sent", false);
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
    arrived(copy, "outbox: found by the sweeper", true);
  }

  private void arrived(Copy copy, String how, boolean isSwept) {
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
      inOrder(sending, isSwept);
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

  private void inOrder(Sending sending, boolean isSwept) {
    for (Sending earlier : byId.values()) {
      if (earlier == sending) {
        return;
      }
      findings.check(
          earlier.hasArrived
              || !earlier.last.lane().equals(sending.last.lane())
              || mayPass(sending, earlier, isSwept),
          Invariant.SENT_IN_ORDER,
          sending.last.outgoing().body(),
          "is sent before",
          earlier.last.outgoing().body());
    }
  }

  /** What the stream lost comes late; a sweeper goes by the time of making. */
  private static boolean mayPass(Sending sending, Sending earlier, boolean isSwept) {
    boolean isYounger = sending.last.createdAt().isAfter(earlier.last.createdAt());
    return earlier.isRefused
        || (isSwept ? !isYounger || sending.bodies.size() > 1 : earlier.isLost);
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
        sending.event,
        "has",
        effects,
        "effects at its receiver");
  }
}
