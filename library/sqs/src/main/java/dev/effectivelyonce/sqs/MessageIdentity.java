package dev.effectivelyonce.sqs;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.EffectivelyOnceException;
import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.key.Fingerprint;
import dev.effectivelyonce.core.key.InvalidKeyException;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.sqs.JsonCodec.KeyPlace;
import dev.effectivelyonce.sqs.ReadMessage.Deferred;
import dev.effectivelyonce.sqs.ReadMessage.Unusable;
import dev.effectivelyonce.sqs.ReadMessage.Usable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The identity of a consumer's messages: the consumer's name, the type of the messages, their
 * business key, and the fingerprint that must agree between two messages with the same key. A
 * consumer and other code that works on its records, such as a replay, must use the same identity,
 * because another key would lead to another record.
 *
 * @param <M> the type of the messages
 */
public final class MessageIdentity<M> {
  private final ConsumerName consumer;
  private final PayloadType<M> type;
  private final MessageKey<M> key;
  private final Function<M, Optional<Fingerprint>> fingerprint;
  private final JsonCodec json;
  private final Envelope envelope;

  private MessageIdentity(
      ConsumerName consumer,
      PayloadType<M> type,
      MessageKey<M> key,
      Function<M, Optional<Fingerprint>> fingerprint,
      JsonCodec json,
      Envelope envelope) {
    this.consumer = consumer;
    this.type = type;
    this.key = key;
    this.fingerprint = fingerprint;
    this.json = json;
    this.envelope = envelope;
  }

  /**
   * Returns the identity of a consumer's messages. By default it has no fingerprint and no
   * envelope, and reads bodies with {@link JacksonJson}; the methods of the identity change that.
   * For the type {@code String} the payload is the body as it is.
   *
   * @throws ConfigurationException if the name is not a valid {@link ConsumerName}
   */
  public static <M> MessageIdentity<M> of(String consumer, Class<M> type, MessageKey<M> key) {
    return of(consumer, PayloadType.of(type), key);
  }

  /**
   * Returns the identity of messages of a generic type, such as {@code new
   * TypeReference<CloudEvent<Order>>() {}}; otherwise like {@link #of(String, Class, MessageKey)}.
   *
   * @throws ConfigurationException if the name is not a valid {@link ConsumerName}
   */
  public static <M> MessageIdentity<M> of(
      String consumer, TypeReference<M> type, MessageKey<M> key) {
    return of(consumer, PayloadType.of(type), key);
  }

  private static <M> MessageIdentity<M> of(
      String consumer, PayloadType<M> type, MessageKey<M> key) {
    return new MessageIdentity<>(
        new ConsumerName(consumer),
        type,
        key,
        ignored -> Optional.empty(),
        new JacksonJson(),
        Envelope.NONE);
  }

  /**
   * Returns this identity with a fingerprint, which must agree between two messages with the same
   * key.
   */
  public MessageIdentity<M> fingerprint(Function<M, Fingerprint> agreeing) {
    return new MessageIdentity<>(
        consumer, type, key, payload -> Optional.of(agreeing.apply(payload)), json, envelope);
  }

  /** Returns this identity with another codec, which reads bodies and writes results. */
  public MessageIdentity<M> json(JsonCodec codec) {
    return new MessageIdentity<>(consumer, type, key, fingerprint, codec, envelope);
  }

  /**
   * Returns this identity with an envelope around the bodies. All other settings apply to the event
   * inside.
   *
   * @throws ConfigurationException if its outermost layer is {@link Envelope#gzip()}, because an
   *     SQS message can't contain its bytes
   */
  public MessageIdentity<M> envelope(Envelope declared) {
    if (declared.beginsWith(GzipLayer.class)) {
      throw new ConfigurationException(
          "Consumer %s declares gzip(), whose bytes no message of SQS can hold".formatted(consumer),
          "Declare gzipInBase64()");
    }
    return new MessageIdentity<>(consumer, type, key, fingerprint, json, declared);
  }

  /** Returns the consumer's name. */
  public ConsumerName consumer() {
    return consumer;
  }

  /**
   * Checks for a mistake that would refuse every message.
   *
   * @throws ConfigurationException if no message can be read as its type, or the type has no key
   *     where it is looked for
   */
  void check() {
    json.checkReadable(consumer, type.type());
    key.pointer()
        .filter(pointer -> !type.is(String.class))
        .filter(pointer -> json.placeOf(type.type(), pointer) == KeyPlace.NEVER_A_VALUE)
        .ifPresent(
            pointer -> {
              throw new ConfigurationException(
                  "The key of consumer %s points at \"%s\", which is an object or array in every %s"
                      .formatted(consumer, pointer, type),
                  "Point at a string, number or boolean in it");
            });
  }

  JsonCodec json() {
    return json;
  }

  /** Returns whether reading a message may fetch its payload from elsewhere. */
  boolean readsElsewhere() {
    return envelope.isRemote();
  }

  /**
   * Reads a message that contains one event. This method never throws, whatever the message
   * contains. A problem quotes nothing of its content. Use {@link #readAll} for a message that may
   * contain several events.
   */
  public ReadMessage<M> read(SqsMessage message) {
    List<ReadMessage<M>> events = readAll(message);
    return events.size() == 1
        ? events.getFirst()
        : new Unusable<>(
            message,
            "The message holds %s events. Start a redrive of SQS, with its source queue as the destination."
                .formatted(events.size()));
  }

  /**
   * Reads the events of a message, as {@link #read} does. Each event is returned as a message of
   * its own, with the ids of the message that contained it. There is exactly one event, except for
   * {@link Envelope#s3Notification}.
   */
  public List<ReadMessage<M>> readAll(SqsMessage message) {
    try {
      Content body = Content.of(message.body().orElse(""), message.attributes());
      if (body.text().isEmpty()) {
        throw noBody();
      }
      List<ReadMessage<M>> events = new ArrayList<>();
      for (Content content : envelope.open(body)) {
        events.add(read(message.opened(content), content.envelopeId()));
      }
      return List.copyOf(events);
    } catch (UnreadableMessageException e) {
      return List.of(new Unusable<>(message, e.text() + undeclared(message, e)));
    } catch (Throwable thrown) {
      return List.of(new Deferred<>(message, unopened(thrown), thrown, Optional.empty()));
    }
  }

  private ReadMessage<M> read(SqsMessage message, Optional<String> envelopeId) {
    Optional<M> read = Optional.empty();
    try {
      M payload = payload(message);
      read = Optional.of(payload);
      BusinessKey businessKey = key.of(new MessageKey.Source<>(payload, message, json, envelopeId));
      UndeclaredEnvelope.refuseId(message, businessKey);
      return new Usable<>(message, payload, businessKey, fingerprint.apply(payload));
    } catch (UnreadableMessageException | InvalidKeyException e) {
      return new Unusable<>(message, e.text() + undeclared(message, e), read);
    } catch (Throwable thrown) {
      // Checked exceptions are caught too: code in other languages need not declare them.
      return new Deferred<>(message, problem(thrown, read), thrown, read);
    }
  }

  /** Returns the text only of this library's exceptions: other texts may quote the message. */
  private static String problem(Throwable thrown, Optional<?> read) {
    if (thrown instanceof ConfigurationException own) {
      return own.text();
    }
    return read.isPresent()
        ? "The key or fingerprint function threw %s. Make it throw InvalidKeyException for a message that can never have a key."
            .formatted(ErrorSummary.of(thrown))
        : "The JSON codec threw %s. Make it throw UnreadableMessageException for what it can never read."
            .formatted(ErrorSummary.of(thrown));
  }

  private static String unopened(Throwable thrown) {
    return thrown instanceof ConfigurationException own
        ? own.text()
        : "The payload could not be read from where the message points: %s. It is tried again."
            .formatted(ErrorSummary.of(thrown));
  }

  /** Returns a sentence about the envelope that a body seems to be in; empty if it is in none. */
  private String undeclared(SqsMessage message, EffectivelyOnceException fault) {
    return UndeclaredEnvelope.of(message)
        .filter(it -> !fault.remedy().contains(it.setting()))
        .filter(it -> !envelope.beginsWith(it.layer()))
        .map(it -> " The body looks like %s: declare it by %s.".formatted(it.shown(), it.setting()))
        .orElse("");
  }

  private UnreadableMessageException noBody() {
    return new UnreadableMessageException(
        "The message has no body", "Send a body, or move the message aside");
  }

  private M payload(SqsMessage message) {
    String body = message.body().filter(text -> !text.isEmpty()).orElseThrow(this::noBody);
    return type.read(body, json);
  }
}
