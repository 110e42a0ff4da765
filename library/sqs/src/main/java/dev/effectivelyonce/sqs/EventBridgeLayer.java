package dev.effectivelyonce.sqs;

import dev.effectivelyonce.sqs.EnvelopeJson.Kind;
import java.util.List;
import java.util.Map;

/** An event of EventBridge. A producer that puts an event again gives it another id and time. */
final class EventBridgeLayer implements Layer {
  private static final String NAME = "EventBridge";
  private static final String TYPE = "detail-type";
  private static final String SOURCE = "source";
  private static final String DETAIL = "detail";

  @Override
  public List<Content> open(Content content) {
    EnvelopeJson envelope = EnvelopeJson.of(NAME, content.text());
    String detail =
        envelope
            .get(DETAIL, Kind.OBJECT)
            .orElseThrow(() -> EnvelopeJson.unreadable(NAME, "no " + DETAIL));
    Map<String, String> attributes =
        Map.of(TYPE, envelope.string(TYPE), SOURCE, envelope.string(SOURCE));
    return List.of(content.inside(detail, envelope.string("id"), attributes));
  }
}
