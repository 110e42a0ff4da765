package dev.effectivelyonce.outbox;

import dev.effectivelyonce.core.engine.SendTracer;
import dev.effectivelyonce.core.outbox.OutboxMessage;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The channels to all destinations.
 *
 * @param byDestination by its logical name
 */
record Channels(Map<String, Channel> byDestination) {
  static Channels of(Map<String, Destination> destinations, DestinationClients clients) {
    return new Channels(
        destinations.entrySet().stream()
            .collect(Collectors.toMap(Map.Entry::getKey, it -> channel(it.getValue(), clients))));
  }

  private static Channel channel(Destination destination, DestinationClients clients) {
    return switch (destination) {
      case Destination.Queue queue -> new QueueChannel(clients.sqs(), queue);
      case Destination.Bus bus -> new BusChannel(clients.eventBridge(), bus);
    };
  }

  /** Returns these channels, whose requests are traced. */
  Channels tracedBy(SendTracer tracer) {
    SendTracer guarded = tracer.guarded();
    return new Channels(
        byDestination.entrySet().stream()
            .collect(Collectors.toMap(Map.Entry::getKey, it -> traced(it.getValue(), guarded))));
  }

  private static Channel traced(Channel channel, SendTracer tracer) {
    return switch (channel) {
      case QueueChannel it -> new TracedChannel(it, "aws.sqs", name(it.queue().url()), tracer);
      case BusChannel it -> new TracedChannel(it, "aws.eventbridge", name(it.bus().arn()), tracer);
      case TracedChannel it -> traced(it.channel(), tracer);
      default -> channel;
    };
  }

  private static String name(String address) {
    return address.substring(address.lastIndexOf('/') + 1);
  }

  Channel of(OutboxMessage message) {
    return byDestination.getOrDefault(message.outgoing().destination(), Channels::unknown);
  }

  /** Returns the name under which a destination is reported. */
  String reported(String destination) {
    return byDestination.containsKey(destination) ? destination : OutboxReport.UNKNOWN;
  }

  /** Returns zero for each destination, as the age of the oldest message once all were seen. */
  Map<String, Duration> nothingLeft() {
    Map<String, Duration> none = new TreeMap<>(Map.of(OutboxReport.UNKNOWN, Duration.ZERO));
    byDestination.keySet().forEach(name -> none.put(name, Duration.ZERO));
    return none;
  }

  private static List<SendResult> unknown(List<OutboxMessage> messages) {
    return Collections.nCopies(
        messages.size(),
        new SendResult.Never("the publisher knows no such destination: add it to the outbox"));
  }
}
