package dev.effectivelyonce.outbox;

import dev.effectivelyonce.core.outbox.OutboxLimits;
import dev.effectivelyonce.core.outbox.OutboxMessage;
import dev.effectivelyonce.outbox.SendResult.Concern;
import dev.effectivelyonce.outbox.SendResult.Later;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends the messages of lanes, and deletes what is sent. Each round sends at most one message of
 * each lane, so that a request that half fails can't change a lane's order. For one invocation.
 */
final class PublishRun {
  private static final Logger LOG = LoggerFactory.getLogger(PublishRun.class);
  private static final Later UNDELETED = new Later("sent, but not deleted", Concern.TABLE);
  private static final Later KEPT = new Later("the outbox takes no deletes", Concern.TABLE);
  private static final Later NO_TIME = new Later("no time is left", Concern.TIME);
  private static final Later AWAY = new Later("its destination fails");

  private final OutboxItems items;
  private final Channels channels;
  private final Clock clock;
  private final Instant stopAt;
  private final FailureBudgets budgets = new FailureBudgets();
  private boolean isKept;

  private PublishRun(
      OutboxItems items, Channels channels, Clock clock, Instant stopAt, boolean isKept) {
    this.items = items;
    this.channels = channels;
    this.clock = clock;
    this.stopAt = stopAt;
    this.isKept = isKept;
  }

  /**
   * Begins a run by deleting what this process has sent and could not delete before. Messages that
   * are read afterwards are not known to be sent.
   *
   * @param stopAt after this time nothing is sent
   */
  static PublishRun begin(OutboxItems items, Channels channels, Clock clock, Instant stopAt) {
    return new PublishRun(items, channels, clock, stopAt, !items.deleteOwed());
  }

  /** Returns the result of each message. */
  Map<OutboxKey, SendResult> publish(Collection<List<OutboxMessage>> lanes) {
    Map<OutboxKey, SendResult> fates = new HashMap<>();
    Map<String, Later> held = new HashMap<>();
    for (int round = 0; ; round++) {
      int turn = round;
      List<OutboxMessage> heads =
          lanes.stream()
              .filter(lane -> lane.size() > turn)
              .map(lane -> lane.get(turn))
              .filter(message -> !held.containsKey(message.lane()))
              .toList();
      if (heads.isEmpty()) {
        break;
      }
      for (List<OutboxMessage> request : requests(heads, channels)) {
        Map<OutboxKey, SendResult> sent = send(request);
        fates.putAll(sent);
        sent.forEach((key, fate) -> holdIfUnclear(key, fate, held));
      }
    }
    held.forEach(
        (lane, why) ->
            lanes.stream()
                .flatMap(List::stream)
                .filter(message -> message.lane().equals(lane))
                .forEach(it -> fates.putIfAbsent(OutboxKey.of(it), why.behind())));
    return fates;
  }

  /** Holds the lane of a message that is to be sent later; one that never goes holds nothing. */
  private static void holdIfUnclear(OutboxKey key, SendResult fate, Map<String, Later> held) {
    if (fate instanceof Later later) {
      held.put(key.lane(), later);
    }
  }

  private Map<OutboxKey, SendResult> send(List<OutboxMessage> request) {
    Map<OutboxKey, SendResult> fates = new HashMap<>();
    List<OutboxMessage> unsent = new ArrayList<>();
    for (OutboxMessage message : request) {
      if (items.owes(message)) {
        fates.put(OutboxKey.of(message), UNDELETED);
      } else {
        unsent.add(message);
      }
    }
    if (!unsent.isEmpty()) {
      fates.putAll(
          refusal(destination(unsent))
              .map(later -> all(unsent, later))
              .orElseGet(() -> ask(unsent)));
    }
    return fates;
  }

  /** Returns why nothing more is sent to a destination. */
  private Optional<Later> refusal(String destination) {
    if (isKept) {
      return Optional.of(KEPT);
    }
    if (!clock.instant().isBefore(stopAt)) {
      return Optional.of(NO_TIME);
    }
    return budgets.isUsedUp(destination) ? Optional.of(AWAY) : Optional.empty();
  }

  private Map<OutboxKey, SendResult> ask(List<OutboxMessage> request) {
    Instant began = clock.instant();
    List<SendResult> answers = channels.of(request.getFirst()).send(request);
    budgets.note(destination(request), answers, Duration.between(began, clock.instant()));
    Map<OutboxKey, SendResult> fates = new HashMap<>();
    List<OutboxMessage> sent = new ArrayList<>();
    for (int i = 0; i < request.size(); i++) {
      OutboxMessage message = request.get(i);
      if (answers.get(i) instanceof SendResult.Alone) {
        fates.putAll(send(List.of(message)));
        continue;
      }
      fates.put(OutboxKey.of(message), answers.get(i));
      tell(message, answers.get(i));
      if (answers.get(i) instanceof SendResult.Sent) {
        sent.add(message);
      }
    }
    Set<OutboxKey> undeleted = items.delete(sent);
    undeleted.forEach(key -> fates.put(key, UNDELETED));
    // One of many deletes may be throttled alone, which says nothing about the table.
    isKept |= !sent.isEmpty() && undeleted.size() == sent.size();
    return fates;
  }

  private static String destination(List<OutboxMessage> request) {
    return request.getFirst().outgoing().destination();
  }

  private static Map<OutboxKey, SendResult> all(List<OutboxMessage> messages, SendResult fate) {
    Map<OutboxKey, SendResult> fates = new HashMap<>();
    messages.forEach(message -> fates.put(OutboxKey.of(message), fate));
    return fates;
  }

  /** Logs a result, without content. */
  static void tell(OutboxMessage message, SendResult fate) {
    String destination = message.outgoing().destination();
    switch (fate) {
      case SendResult.Sent ignored ->
          LOG.debug("Sent {} of {} to {}", message.id(), message.consumer(), destination);
      case SendResult.Never(String reason) ->
          LOG.error(
              "{} of {} can't be sent to {} and stays in the outbox: {}",
              message.id(),
              message.consumer(),
              destination,
              reason);
      case Later(String reason, var ignored) ->
          LOG.warn("{} was not sent to {} this time: {}", message.id(), destination, reason);
      case SendResult.Alone ignored -> {}
    }
  }

  /** Splits the messages into requests, by destination. */
  static List<List<OutboxMessage>> requests(List<OutboxMessage> messages, Channels channels) {
    Map<String, List<OutboxMessage>> byDestination = new LinkedHashMap<>();
    messages.forEach(
        message ->
            byDestination
                .computeIfAbsent(message.outgoing().destination(), name -> new ArrayList<>())
                .add(message));
    return byDestination.values().stream()
        .flatMap(it -> split(it, channels.of(it.getFirst()).maxBytes()).stream())
        .toList();
  }

  private static List<List<OutboxMessage>> split(List<OutboxMessage> messages, int maxBytes) {
    List<List<OutboxMessage>> requests = new ArrayList<>();
    List<OutboxMessage> current = new ArrayList<>();
    int bytes = 0;
    for (OutboxMessage message : messages) {
      int size = OutboxLimits.sizeBytes(message);
      boolean isFull = current.size() == Channel.MAX_MESSAGES || bytes + size > maxBytes;
      if (isFull && !current.isEmpty()) {
        requests.add(current);
        current = new ArrayList<>();
        bytes = 0;
      }
      current.add(message);
      bytes += size;
    }
    requests.add(current);
    return requests;
  }
}
