package dev.effectivelyonce.sqs;

import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.key.InvalidKeyException;
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
 * @param id the member with its id, another one each time the event is sent
 * @param members the other ones that it always has
 */
record UndeclaredEnvelope(
    String shown,
    String setting,
    Class<? extends Layer> layer,
    String mark,
    String id,
    Set<String> members) {
  private static final List<UndeclaredEnvelope> KNOWN =
      List.of(
          new UndeclaredEnvelope(
              "a notification of SNS",
              "envelope(Envelope.sns())",
              SnsLayer.class,
              "TopicArn",
              "MessageId",
              Set.of("Message")),
          new UndeclaredEnvelope(
              "an event of EventBridge",
              "envelope(Envelope.eventBridge())",
              EventBridgeLayer.class,
              "detail-type",
              "id",
              Set.of("source", "time", "detail")));

  /** Returns the envelope that a text looks like. */
  static Optional<UndeclaredEnvelope> of(String text) {
    return KNOWN.stream().filter(it -> it.isShownBy(text)).findFirst();
  }

  /**
   * Refuses a key that is the id of an envelope: the event would run again when it is sent again.
   *
   * @throws InvalidKeyException if it is one
   */
  static void refuseId(String text, BusinessKey key) {
    of(text)
        .filter(it -> it.idIn(text).map(BusinessKey::of).filter(key::equals).isPresent())
        .ifPresent(
            it -> {
              throw new InvalidKeyException(
                  "The key is the id of %s, which is another one when the event is sent again"
                      .formatted(it.shown()),
                  "Declare it by %s, and name a key inside, or the id by envelopeIdWhichAResendChanges()"
                      .formatted(it.setting()));
            });
  }

  private boolean isShownBy(String text) {
    return idIn(text).isPresent();
  }

  /** Looks for one name first, so that few texts are parsed. */
  private Optional<String> idIn(String text) {
    return text.contains('"' + mark + '"')
        ? EnvelopeJson.perhaps(shown, text)
            .filter(it -> it.get(mark, Kind.STRING).isPresent())
            .filter(it -> it.members().keySet().containsAll(members))
            .flatMap(it -> it.get(id, Kind.STRING))
        : Optional.empty();
  }
}
