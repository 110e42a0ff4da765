package dev.effectivelyonce.outbox;

import dev.effectivelyonce.sqs.Stub;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import software.amazon.awssdk.services.eventbridge.EventBridgeClient;
import software.amazon.awssdk.services.eventbridge.model.PutEventsRequest;
import software.amazon.awssdk.services.eventbridge.model.PutEventsRequestEntry;
import software.amazon.awssdk.services.eventbridge.model.PutEventsResponse;
import software.amazon.awssdk.services.eventbridge.model.PutEventsResultEntry;

/** EventBridge in memory: keeps the events that it takes, and refuses with the codes given. */
final class RecordingBus implements EventBridgeClient, Stub {
  private final List<PutEventsRequestEntry> events = new ArrayList<>();
  private Function<PutEventsRequestEntry, Optional<String>> refusal = event -> Optional.empty();

  private long answers = Long.MAX_VALUE;
  private int requests;

  /** It answers for the first event of a request, and leaves the others out. */
  void answersTheFirstAlone() {
    answers = 1;
  }

  int requests() {
    return requests;
  }

  /** The code with which it refuses an event. */
  void refuse(Function<PutEventsRequestEntry, Optional<String>> code) {
    refusal = code;
  }

  List<PutEventsRequestEntry> events() {
    return List.copyOf(events);
  }

  @Override
  public PutEventsResponse putEvents(PutEventsRequest request) {
    requests++;
    return PutEventsResponse.builder()
        .entries(request.entries().stream().limit(answers).map(this::take).toList())
        .build();
  }

  private PutEventsResultEntry take(PutEventsRequestEntry event) {
    Optional<String> code = refusal.apply(event);
    if (code.isEmpty()) {
      events.add(event);
    }
    return code.map(it -> PutEventsResultEntry.builder().errorCode(it).build())
        .orElseGet(() -> PutEventsResultEntry.builder().eventId("e-" + events.size()).build());
  }
}
