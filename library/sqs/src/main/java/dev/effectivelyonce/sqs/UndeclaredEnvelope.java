package dev.effectivelyonce.sqs;

import dev.effectivelyonce.sqs.EnvelopeJson.Kind;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * An envelope that a text shows by its shape, though the consumer does not declare it. Nothing is
 * opened by a guess: errors name it, and it has no content hash.
 *
 * @param shown what it is, with an article
 * @param setting what a consumer declares it by
 * @param layer opens it
 * @param mark a member that few other texts have, and whose value is a string
 * @param members the other ones that it always has
 */
record UndeclaredEnvelope(
    String shown, String setting, Class<? extends Layer> layer, String mark, Set<String> members) {
  private static final List<UndeclaredEnvelope> KNOWN =
      List.of(
          new UndeclaredEnvelope(
              "a notification of SNS",
              "envelope(Envelope.sns())",
              SnsLayer.class,
              "TopicArn",
              Set.of("MessageId", "Message")),
          new UndeclaredEnvelope(
              "an event of EventBridge",
              "envelope(Envelope.eventBridge())",
              EventBridgeLayer.class,
              "detail-type",
              Set.of("source", "id", "time", "detail")));

  /** Returns the envelope that a text looks like. */
  static Optional<UndeclaredEnvelope> of(String text) {
    return KNOWN.stream().filter(it -> it.isShownBy(text)).findFirst();
  }

  /** Looks for one name first, so that few texts are parsed. */
  private boolean isShownBy(String text) {
    return text.contains('"' + mark + '"')
        && EnvelopeJson.perhaps(shown, text)
            .filter(it -> it.get(mark, Kind.STRING).isPresent())
            .filter(it -> it.members().keySet().containsAll(members))
            .isPresent();
  }
}
