package dev.effectivelyonce.simulation.world;

import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.key.Fingerprint;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.simulation.history.Plan;
import dev.effectivelyonce.sqs.JsonCodec;
import dev.effectivelyonce.sqs.MessageIdentity;
import dev.effectivelyonce.sqs.MessageKey;
import dev.effectivelyonce.sqs.UnreadableMessageException;
import java.util.Map;
import java.util.Optional;

/**
 * A business event.
 *
 * @param key its business key
 * @param payload what must agree between two messages of the key
 */
public record Event(String key, String payload) {
  /** The consumer of every history. */
  static final ConsumerName CONSUMER = new ConsumerName("simulated");

  /** The consumer of what is sent on. */
  private static final ConsumerName RECEIVER = new ConsumerName("receiver");

  static final Fingerprint ANY = new Fingerprint("any");

  static final String UNREADABLE = "?";

  private static final String KEY_ATTRIBUTE = "key";

  /**
   * How a consumer and a replay tell events apart.
   *
   * @param reading what happens before a message is read
   */
  static MessageIdentity<Event> identity(Plan plan, Runnable reading) {
    MessageKey<Event> key =
        plan.isKeyedByAttribute() ? MessageKey.attribute(KEY_ATTRIBUTE) : MessageKey.of(Event::key);
    return MessageIdentity.of(CONSUMER.value(), Event.class, key)
        .fingerprint(Event::fingerprint)
        .json(new Codec(reading));
  }

  /** Reads bodies, and writes results. */
  static JsonCodec codec(Runnable reading) {
    return new Codec(reading);
  }

  /** What its message carries beside its body. */
  Map<String, String> attributes() {
    return Map.of(KEY_ATTRIBUTE, key);
  }

  /** How who receives what is sent on tells it apart. */
  static MessageIdentity<Event> received(MessageKey<Event> key) {
    return MessageIdentity.of(RECEIVER.value(), Event.class, key)
        .fingerprint(event -> ANY)
        .json(new Codec(() -> {}));
  }

  String body() {
    return key + "/" + payload;
  }

  /** The event of a body; empty if it can't be read. */
  static Optional<Event> of(String body) {
    int border = body.indexOf('/');
    return border < 0
        ? Optional.empty()
        : Optional.of(new Event(body.substring(0, border), body.substring(border + 1)));
  }

  Fingerprint fingerprint() {
    return new Fingerprint(payload);
  }

  /** The receiver's record of what it tells by such a key. */
  static RecordId received(String key) {
    return RecordId.of(RECEIVER, BusinessKey.of(key));
  }

  RecordId id() {
    return RecordId.of(CONSUMER, BusinessKey.of(key));
  }

  /** Bodies are no JSON here: parsing it would take most of the time. */
  private record Codec(Runnable reading) implements JsonCodec {
    @Override
    public <T> T read(String body, Class<T> type) {
      reading.run();
      return type == String.class ? type.cast(body) : event(body, type);
    }

    private static <T> T event(String body, Class<T> type) {
      return of(body)
          .map(type::cast)
          .orElseThrow(() -> new UnreadableMessageException("It has no key", "Send another"));
    }

    @Override
    public Optional<String> at(String body, String pointer) {
      return Optional.empty();
    }

    @Override
    public String write(Object value) {
      return value.toString();
    }
  }
}
