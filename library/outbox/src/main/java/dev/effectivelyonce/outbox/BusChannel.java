package dev.effectivelyonce.outbox;

import dev.effectivelyonce.core.outbox.OutboxLimits;
import dev.effectivelyonce.core.outbox.OutboxMessage;
import dev.effectivelyonce.core.record.TraceParent;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import software.amazon.awssdk.services.eventbridge.EventBridgeClient;
import software.amazon.awssdk.services.eventbridge.model.PutEventsRequestEntry;
import software.amazon.awssdk.services.eventbridge.model.PutEventsResultEntry;

/**
 * Sends to an event bus: source is the consumer, detail-type the message's name, detail its body,
 * and the first of resources its id. EventBridge's own id differs each time.
 */
record BusChannel(Supplier<EventBridgeClient> client, Destination.Bus bus) implements Channel {
  /** The most bytes of all events of a request. */
  private static final int MAX_BYTES = 256 * 1024;

  @Override
  public int maxBytes() {
    return MAX_BYTES;
  }

  @Override
  public List<SendResult> send(List<OutboxMessage> messages) {
    List<OutboxMessage> fitting =
        messages.stream().filter(message -> refusal(message).isEmpty()).toList();
    Iterator<SendResult> fates =
        fitting.isEmpty()
            ? Collections.emptyIterator()
            : ServiceFaults.sending(fitting, this::request).iterator();
    return messages.stream().map(it -> refusal(it).orElseGet(fates::next)).toList();
  }

  /** Returns why a bus never takes a message; empty if it may. */
  private static Optional<SendResult> refusal(OutboxMessage message) {
    boolean hasOnlyItsSender =
        message.outgoing().sender().isPresent() && message.outgoing().attributes().size() == 1;
    if (!message.outgoing().attributes().isEmpty() && !hasOnlyItsSender) {
      // Not sent without its attributes: consumers may depend on them.
      return Optional.of(
          new SendResult.Never(
              "an event bus has no message attributes but a valid traceparent: put them into the"
                  + " body"));
    }
    int bytes = OutboxLimits.sizeBytes(message);
    return bytes > MAX_BYTES
        ? Optional.of(
            new SendResult.Never(
                "it has %s bytes, and an event bus takes %s: send it to a queue, or send where its"
                        .formatted(bytes, MAX_BYTES)
                    + " content is"))
        : Optional.empty();
  }

  private List<SendResult> request(List<OutboxMessage> messages) {
    List<PutEventsRequestEntry> entries = messages.stream().map(this::entry).toList();
    List<PutEventsResultEntry> answers =
        client.get().putEvents(request -> request.entries(entries)).entries();
    return IntStream.range(0, messages.size()).mapToObj(i -> fate(i, answers)).toList();
  }

  private static SendResult fate(int index, List<PutEventsResultEntry> answers) {
    if (index >= answers.size()) {
      return new SendResult.Later("not answered");
    }
    return Optional.ofNullable(answers.get(index).errorCode())
        .map(ServiceFaults::of)
        .orElseGet(SendResult.Sent::new);
  }

  private PutEventsRequestEntry entry(OutboxMessage message) {
    PutEventsRequestEntry.Builder entry = PutEventsRequestEntry.builder();
    message.outgoing().sender().map(BusChannel::traceHeader).ifPresent(entry::traceHeader);
    return entry
        .eventBusName(bus.arn())
        .source(message.consumer())
        .detailType(message.outgoing().name())
        .detail(message.outgoing().body())
        .resources(message.id())
        .build();
  }

  /** The form of X-Ray, which a bus hands on to its targets. */
  private static String traceHeader(TraceParent sender) {
    String trace = sender.traceId();
    return "Root=1-%s-%s;Parent=%s;Sampled=%s"
        .formatted(
            trace.substring(0, 8),
            trace.substring(8),
            sender.spanId(),
            Integer.parseInt(sender.flags(), 16) & 1);
  }
}
