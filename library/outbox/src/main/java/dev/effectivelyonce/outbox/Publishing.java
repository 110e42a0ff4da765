package dev.effectivelyonce.outbox;

import dev.effectivelyonce.dynamodb.outbox.OutboxLimits;
import dev.effectivelyonce.dynamodb.outbox.OutboxMessage;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends the messages of lanes, and deletes what is sent. In rounds of at most one message of each
 * lane: a request that half fails can't bring a lane out of order. For one invocation.
 */
final class Publishing {
  private static final Logger LOG = LoggerFactory.getLogger(Publishing.class);

  /**
   * How many requests may be left unanswered by a destination: each costs its whole timeout, and
   * the messages of other destinations wait for it.
   */
  private static final int TRIES = 2;

  private final OutboxItems items;
  private final Channels channels;
  private final Clock clock;
  private final Instant stopAt;
  private final Map<String, Integer> unanswered = new HashMap<>();

  /**
   * @param stopAt after this time nothing is sent
   */
  Publishing(OutboxItems items, Channels channels, Clock clock, Instant stopAt) {
    this.items = items;
    this.channels = channels;
    this.clock = clock;
    this.stopAt = stopAt;
  }

  /** What became of each message; those that had no turn are not in it. */
  Map<MessageKey, Fate> publish(Collection<List<OutboxMessage>> lanes) {
    Map<MessageKey, Fate> fates = new HashMap<>();
    Set<String> held = new HashSet<>();
    for (int round = 0; ; round++) {
      int turn = round;
      List<OutboxMessage> heads =
          lanes.stream()
              .filter(lane -> lane.size() > turn)
              .map(lane -> lane.get(turn))
              .filter(message -> !held.contains(message.lane()))
              .toList();
      if (heads.isEmpty()) {
        return fates;
      }
      for (List<OutboxMessage> request : requests(heads)) {
        Map<MessageKey, Fate> sent = sendUnlessAway(request);
        fates.putAll(sent);
        sent.forEach((key, fate) -> holdIfUnclear(key, fate, held));
      }
    }
  }

  private Map<MessageKey, Fate> sendUnlessAway(List<OutboxMessage> request) {
    String destination = request.getFirst().outgoing().destination();
    if (unanswered.getOrDefault(destination, 0) >= TRIES) {
      return all(request, new Fate.Later("its destination does not answer"));
    }
    Map<MessageKey, Fate> sent = send(request);
    if (sent.values().stream().anyMatch(Publishing::isUnanswered)) {
      unanswered.merge(destination, 1, Integer::sum);
    }
    return sent;
  }

  private static boolean isUnanswered(Fate fate) {
    return fate instanceof Fate.Later(var ignored, Fate.Concern concern)
        && concern == Fate.Concern.SERVICE;
  }

  /** A message that never goes does not hold its lane. */
  private static void holdIfUnclear(MessageKey key, Fate fate, Set<String> held) {
    if (fate instanceof Fate.Later) {
      held.add(key.lane());
    }
  }

  private Map<MessageKey, Fate> send(List<OutboxMessage> request) {
    if (!clock.instant().isBefore(stopAt)) {
      return all(request, new Fate.Later("no time is left"));
    }
    List<Fate> answers = channels.of(request.getFirst()).send(request);
    Map<MessageKey, Fate> fates = new HashMap<>();
    List<OutboxMessage> sent = new ArrayList<>();
    for (int i = 0; i < request.size(); i++) {
      fates.put(MessageKey.of(request.get(i)), answers.get(i));
      tell(request.get(i), answers.get(i));
      if (answers.get(i) instanceof Fate.Sent) {
        sent.add(request.get(i));
      }
    }
    items.delete(sent).forEach(key -> fates.put(key, new Fate.Later("sent, but not deleted")));
    return fates;
  }

  private static Map<MessageKey, Fate> all(List<OutboxMessage> messages, Fate fate) {
    Map<MessageKey, Fate> fates = new HashMap<>();
    messages.forEach(message -> fates.put(MessageKey.of(message), fate));
    return fates;
  }

  private static void tell(OutboxMessage message, Fate fate) {
    String destination = message.outgoing().destination();
    switch (fate) {
      case Fate.Sent ignored ->
          LOG.debug("Sent {} of {} to {}", message.id(), message.consumer(), destination);
      case Fate.Later(String reason, var ignored) ->
          LOG.warn("{} was not sent to {} this time: {}", message.id(), destination, reason);
      case Fate.Never(String reason) ->
          LOG.error(
              "{} of {} can't be sent to {} and stays in the outbox: {}",
              message.id(),
              message.consumer(),
              destination,
              reason);
    }
  }

  /** What one request takes, by destination. */
  private static List<List<OutboxMessage>> requests(List<OutboxMessage> messages) {
    Map<String, List<OutboxMessage>> byDestination = new LinkedHashMap<>();
    messages.forEach(
        message ->
            byDestination
                .computeIfAbsent(message.outgoing().destination(), name -> new ArrayList<>())
                .add(message));
    return byDestination.values().stream().flatMap(it -> split(it).stream()).toList();
  }

  private static List<List<OutboxMessage>> split(List<OutboxMessage> messages) {
    List<List<OutboxMessage>> requests = new ArrayList<>();
    List<OutboxMessage> current = new ArrayList<>();
    int bytes = 0;
    for (OutboxMessage message : messages) {
      int size = OutboxLimits.sizeBytes(message);
      boolean isFull = current.size() == Channel.MAX_MESSAGES || bytes + size > Channel.MAX_BYTES;
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
