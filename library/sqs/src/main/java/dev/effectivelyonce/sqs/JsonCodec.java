package dev.effectivelyonce.sqs;

import dev.effectivelyonce.core.key.InvalidKeyException;
import java.util.Optional;

/** Reads message bodies and writes results. {@link JacksonJson} is the default. */
public interface JsonCodec {
  /**
   * The body as a value of the type.
   *
   * @throws UnreadableMessageException if the body is not JSON, or JSON of another shape
   */
  <T> T read(String body, Class<T> type);

  /**
   * The text of the string, number or boolean at a JSON pointer (RFC 6901), if there is one. A
   * number keeps every digit: keys are made of it.
   *
   * @throws UnreadableMessageException if the body is not JSON
   * @throws InvalidKeyException if an object or array is there
   */
  Optional<String> at(String body, String pointer);

  /**
   * The value as JSON.
   *
   * @throws Exception if it can't be written
   */
  String write(Object value) throws Exception;

  /**
   * Why no text can ever be read as this type, as whole sentences that name the place and a remedy;
   * empty where nothing speaks against it. Default: nothing speaks against any type.
   */
  default Optional<String> whyNeverRead(Class<?> type) {
    return Optional.empty();
  }

  /**
   * Whether every text that can be read as this type has an object or array at a JSON pointer, so
   * that no key is ever there. Default: nothing is known.
   */
  default KeyPlace placeOf(Class<?> type, String pointer) {
    return KeyPlace.PERHAPS_A_VALUE;
  }

  /** What a type shows about a place in its JSON. */
  enum KeyPlace {
    /** A string, number or boolean may be there. */
    PERHAPS_A_VALUE,
    /** An object or array is there, or nothing. */
    NEVER_A_VALUE
  }
}
