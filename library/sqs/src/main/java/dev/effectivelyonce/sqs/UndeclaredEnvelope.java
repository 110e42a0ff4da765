package dev.effectivelyonce.sqs;

import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.key.InvalidKeyException;
import dev.effectivelyonce.sqs.EnvelopeJson.Kind;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * An envelope that a message shows by its shape, though the consumer does not declare it. Nothing
 * is opened by a guess: errors name it, and it has no content hash.
 *
 * @param shown what it is, with an article
 * @param setting what a consumer declares it by
 * @param key what a consumer may then name as its key
 * @param layer opens it
 * @param id finds its id, another one each time the event is sent; empty if a message is not in it
 */
record UndeclaredEnvelope(
    String shown,
    String setting,
    String key,
    Class<? extends Layer> layer,
    Function<SqsMessage, Optional<String>> id) {
  private static final String KEY_OR_ID =
      "a key inside, or the id by envelopeIdWhichAResendChanges()";

  private static final List<UndeclaredEnvelope> KNOWN =
      List.of(
          new UndeclaredEnvelope(
              "a notification of SNS",
              "envelope(Envelope.sns())",
              KEY_OR_ID,
              SnsLayer.class,
              inJson("TopicArn", "MessageId", Set.of("Message"))),
          new UndeclaredEnvelope(
              "an event of EventBridge",
              "envelope(Envelope.eventBridge())",
              KEY_OR_ID,
              EventBridgeLayer.class,
              inJson("detail-type", "id", Set.of("source", "time", "detail"))),
          new UndeclaredEnvelope(
              "a pointer to a payload in S3",
              "envelope(Envelope.payloadInS3(...))",
              "a key inside",
              PointerLayer.class,
              PointerLayer::keyOfObject));

  /** Returns the envelope that a message looks like. */
  static Optional<UndeclaredEnvelope> of(SqsMessage message) {
    // A plain loop, since each message is asked.
    for (UndeclaredEnvelope known : KNOWN) {
      if (known.id.apply(message).isPresent()) {
        return Optional.of(known);
      }
    }
    return Optional.empty();
  }

  /**
   * Refuses a key that is the id of an envelope: the event would run again when it is sent again.
   *
   * @throws InvalidKeyException if it is one
   */
  static void refuseId(SqsMessage message, BusinessKey key) {
    of(message)
        .filter(it -> it.id.apply(message).filter(id -> isKey(id, key)).isPresent())
        .ifPresent(
            it -> {
              throw new InvalidKeyException(
                  "The key is the id of %s, which is another one when the event is sent again"
                      .formatted(it.shown()),
                  "Declare it by %s, and name %s".formatted(it.setting(), it.key()));
            });
  }

  /** An id may be one that can't be a key, such as an empty one. */
  private static boolean isKey(String id, BusinessKey key) {
    try {
      return BusinessKey.of(id).equals(key);
    } catch (InvalidKeyException none) {
      return false;
    }
  }

  /**
   * Finds the id in JSON that has all these members. Looks for one name first, so that few texts
   * are parsed.
   *
   * @param mark a member that few other texts have, and whose value is a string
   */
  private static Function<SqsMessage, Optional<String>> inJson(
      String mark, String id, Set<String> others) {
    String quoted = '"' + mark + '"';
    return message ->
        message
            .body()
            .filter(text -> text.contains(quoted))
            .flatMap(text -> EnvelopeJson.perhaps(mark, text))
            .filter(it -> it.get(mark, Kind.STRING).isPresent())
            .filter(it -> it.members().keySet().containsAll(others))
            .flatMap(it -> it.get(id, Kind.STRING));
  }
}
