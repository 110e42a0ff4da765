package dev.effectivelyonce.sqs;

import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.key.Fingerprint;
import dev.effectivelyonce.core.key.InvalidKeyException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Finds the business key of a message. The key must stay the same when the event is sent again,
 * redriven or replayed. An SQS message id does not stay the same, so it is available only as {@link
 * #unsafeSqsMessageId}.
 *
 * @param <M> the type of the message
 */
public final class MessageKey<M> {

  /** The parts of a message that a key can be made from. */
  record Source<M>(M payload, SqsMessage message, JsonCodec json, Optional<String> envelopeId) {}

  private enum MessageIds {
    REFUSED,
    ALLOWED
  }

  private final Function<Source<M>, BusinessKey> function;
  private final MessageIds messageIds;
  private final Optional<String> pointer;

  private MessageKey(
      Function<Source<M>, BusinessKey> function, MessageIds messageIds, Optional<String> pointer) {
    this.function = function;
    this.messageIds = messageIds;
    this.pointer = pointer;
  }

  /**
   * Returns a key from a function of the payload, such as {@code Order::orderId}. This is the usual
   * choice.
   */
  public static <M> MessageKey<M> of(Function<M, @Nullable String> id) {
    return from(
        source ->
            BusinessKey.of(present(id.apply(source.payload), "the key function returned null")));
  }

  /**
   * Returns a key from a function of the payload. If the function returns null, the message is
   * refused, and the reason contains the name. Use it to begin a key of several parts, see {@link
   * #and}.
   *
   * @param name the name of the value that the function returns
   */
  public static <M> MessageKey<M> of(String name, Function<M, @Nullable String> id) {
    return from(source -> BusinessKey.of(part(name, id.apply(source.payload))));
  }

  /**
   * Returns this key with a further part: {@code MessageKey.of("tenant",
   * Order::tenant).and("orderId", Order::orderId)}. The parts stay separate: ("a","bc") and
   * ("ab","c") differ.
   */
  public MessageKey<M> and(String name, Function<M, @Nullable String> id) {
    return new MessageKey<>(
        source -> function.apply(source).and(part(name, id.apply(source.payload))),
        messageIds,
        pointer);
  }

  /**
   * Returns a key from the string, number or boolean at a JSON pointer (RFC 6901) of the body, such
   * as {@code /order/id}. A number is used with all its digits: 1 and 1.0 are two keys, and 1e2 is
   * the key 1E+2. A message with an object or array at the pointer has no key. If the type of the
   * messages already shows that, building the consumer fails.
   *
   * @throws ConfigurationException if the pointer does not begin with a slash
   */
  public static <M> MessageKey<M> jsonPointer(String pointer) {
    if (!pointer.isEmpty() && !pointer.startsWith("/")) {
      throw new ConfigurationException(
          "The JSON pointer \"" + pointer + "\" does not begin with a slash", "Write /" + pointer);
    }
    return new MessageKey<>(
        source ->
            BusinessKey.of(
                present(
                    source
                        .message
                        .body()
                        .flatMap(body -> source.json.at(StrictJson.unmarked(body), pointer))
                        .orElse(null),
                    "the body has no value at " + pointer)),
        MessageIds.REFUSED,
        Optional.of(pointer));
  }

  /** Returns a key from a message attribute, for producers that assign their own id. */
  public static <M> MessageKey<M> attribute(String name) {
    return from(
        source ->
            BusinessKey.of(
                present(
                    source.message.attributes().get(name),
                    "there is no string attribute " + name)));
  }

  /**
   * Returns a key that is a hash of the JSON body in the canonical form of RFC 8785. The order of
   * members, white space, and the notation of strings and numbers make no difference. Use it only
   * if the producer has no ids and equal messages are always the same event, because two genuine
   * events with the same content count as one. A body that is not JSON has no key. Nor does an SNS
   * notification, EventBridge event or pointer to a payload in S3 without a declared {@link
   * Envelope}, because it differs when the event is sent again.
   */
  public static <M> MessageKey<M> contentHash() {
    CanonicalJson canonical = new CanonicalJson();
    return hashed(body -> canonical.of(StrictJson.unmarked(body)));
  }

  /**
   * Returns a key that is a hash of the body as it is, byte by byte, for bodies that are not JSON.
   * Two copies of a JSON body that differ in the order of members are two events. As with {@link
   * #contentHash}, what looks like an envelope that is not declared has no key.
   */
  public static <M> MessageKey<M> contentHashOfBytes() {
    return hashed(body -> body);
  }

  private static <M> MessageKey<M> hashed(UnaryOperator<String> form) {
    return from(
        source -> {
          String body = present(source.message.body().orElse(null), "there is no body");
          UndeclaredEnvelope.of(source.message).ifPresent(MessageKey::refuseHash);
          return BusinessKey.of(Fingerprint.of(form.apply(body)).value());
        });
  }

  private static void refuseHash(UndeclaredEnvelope around) {
    throw new InvalidKeyException(
        "The message has no content hash: its body is %s, and another one when the event is sent again"
            .formatted(around.shown()),
        "Declare it by %s, so that the hash is that of what is inside, or name another key"
            .formatted(around.setting()));
  }

  /**
   * Returns a key from the SQS message id. It detects only redeliveries: a producer's resend, a
   * redrive and a replay have other ids and run again.
   */
  public static <M> MessageKey<M> unsafeSqsMessageId() {
    return new MessageKey<>(
        source ->
            BusinessKey.of(
                present(source.message.messageId().orElse(null), "there is no message id")),
        MessageIds.ALLOWED,
        Optional.empty());
  }

  /**
   * Returns a key from the id that the {@link Envelope} assigned to the event: SNS's {@code
   * MessageId} or EventBridge's {@code id}. It stays the same when SQS delivers the message again,
   * and in a redrive or replay. It does not detect a second publication: if a producer sends the
   * event again, the event gets another id and runs again.
   */
  public static <M> MessageKey<M> envelopeIdWhichAResendChanges() {
    return from(
        source ->
            BusinessKey.of(
                present(
                    source.envelopeId.orElse(null), "no envelope around the message has an id")));
  }

  /** Returns this key within a scope, such as a tenant. */
  public MessageKey<M> scopedBy(Function<M, @Nullable String> scope) {
    return new MessageKey<>(
        source ->
            function
                .apply(source)
                .inScope(present(scope.apply(source.payload), "the scope function returned null")),
        messageIds,
        pointer);
  }

  /**
   * Returns this key within a window of time: the same key is a new event in the next window. Take
   * the time from the payload, because the clock and SQS's timestamps change in a redrive.
   *
   * @throws ConfigurationException if the window is shorter than a second, or has a part of one
   */
  public MessageKey<M> within(Duration window, Function<M, @Nullable Instant> time) {
    if (window.getSeconds() < 1 || window.getNano() > 0) {
      throw new ConfigurationException(
          "The window of the key is " + window, "Set whole seconds, one or more, such as a day");
    }
    return new MessageKey<>(
        source ->
            function
                .apply(source)
                .inWindow(
                    window, present(time.apply(source.payload), "the time function returned null")),
        messageIds,
        pointer);
  }

  /** Returns the JSON pointer of the key, if it has one. */
  Optional<String> pointer() {
    return pointer;
  }

  /**
   * Returns the key of a message.
   *
   * @throws InvalidKeyException if it has none that can be used
   */
  BusinessKey of(Source<M> source) {
    BusinessKey key = function.apply(source);
    Optional<String> messageId = source.message.messageId();
    if (messageIds == MessageIds.REFUSED && messageId.filter(id -> isPart(id, key)).isPresent()) {
      throw new InvalidKeyException(
          "The business key is or holds the SQS message id, which a redrive changes",
          "Name an id that the producer assigns, or ask for unsafeSqsMessageId");
    }
    return key;
  }

  private static boolean isPart(String messageId, BusinessKey key) {
    String readable = key.readable();
    // By itself first: few keys hold it, and every message is asked.
    return readable.contains(messageId) && ("/" + readable + "/").contains("/" + messageId + "/");
  }

  private static <M> MessageKey<M> from(Function<Source<M>, BusinessKey> function) {
    return new MessageKey<>(function, MessageIds.REFUSED, Optional.empty());
  }

  private static String part(String name, @Nullable String value) {
    if (value == null || value.isBlank()) {
      throw missing("there is no " + name + ", which is a part of it");
    }
    return value;
  }

  private static <T> T present(@Nullable T value, String problem) {
    if (value == null) {
      throw missing(problem);
    }
    return value;
  }

  private static InvalidKeyException missing(String problem) {
    return new InvalidKeyException(
        "The message has no business key: " + problem,
        "Send a message with a key, or name another key for this consumer");
  }
}
