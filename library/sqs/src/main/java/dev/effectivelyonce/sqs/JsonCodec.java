package dev.effectivelyonce.sqs;

import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.key.InvalidKeyException;
import java.lang.reflect.Type;
import java.util.Optional;

/** Reads message bodies and writes results. {@link JacksonJson} is the default. */
public interface JsonCodec {
  /**
   * Reads the body as a value of the type.
   *
   * @throws UnreadableMessageException if the body is not JSON, or JSON of another shape
   */
  <T> T read(String body, Class<T> type);

  /**
   * Reads the body as a value of a type that may be generic. Default: reads a class by {@link
   * #read(String, Class)}. A codec that supports other types must also override {@link
   * #whyNeverRead}.
   *
   * @throws UnreadableMessageException if the body is not JSON, or JSON of another shape
   * @throws ConfigurationException if this codec does not support such types
   */
  default <T> T read(String body, PayloadType<T> type) {
    if (type.type() instanceof Class<?> plain) {
      return type.cast(read(body, plain));
    }
    throw classesAlone(type.type());
  }

  /**
   * Returns the text of the string, number or boolean at a JSON pointer (RFC 6901), if there is
   * one. A number keeps every digit, because it may be part of a key.
   *
   * @throws UnreadableMessageException if the body is not JSON
   * @throws InvalidKeyException if there is an object or array at the pointer
   */
  Optional<String> at(String body, String pointer);

  /**
   * Writes the value as JSON.
   *
   * @throws Exception if it can't be written
   */
  String write(Object value) throws Exception;

  /**
   * Returns the reason why no text can ever be read as this type, in complete sentences that name
   * the place and a remedy; empty if the type can be read. Default: empty for a class, and a reason
   * for any other type.
   */
  default Optional<String> whyNeverRead(Type type) {
    return type instanceof Class<?> ? Optional.empty() : Optional.of(classesAlone(type).text());
  }

  private static ConfigurationException classesAlone(Type type) {
    return new ConfigurationException(
        "The codec reads only classes, and %s is not one".formatted(type.getTypeName()),
        "Override read(String, PayloadType) and whyNeverRead(Type) in it, or name a class");
  }

  /**
   * Checks that a consumer's messages can be read as their type. {@code String} and {@code byte[]}
   * are taken as they are.
   *
   * @throws ConfigurationException if {@link #whyNeverRead} returns a reason
   */
  default void checkReadable(ConsumerName consumer, Type type) {
    if (type != String.class && type != byte[].class) {
      whyNeverRead(type)
          .ifPresent(
              why -> {
                throw new ConfigurationException(
                    "No message of consumer %s can be read as %s"
                        .formatted(consumer, type.getTypeName()),
                    why.replaceAll("\\.$", ""));
              });
    }
  }

  /**
   * Returns whether texts of this type can have a key at a JSON pointer. They never can if there is
   * always an object or array at the pointer. Default: {@link KeyPlace#PERHAPS_A_VALUE}.
   */
  default KeyPlace placeOf(Type type, String pointer) {
    return KeyPlace.PERHAPS_A_VALUE;
  }

  /** The information that a type gives about a place in its JSON. */
  enum KeyPlace {
    /** There may be a string, number or boolean. */
    PERHAPS_A_VALUE,
    /** There is an object, an array or nothing. */
    NEVER_A_VALUE
  }
}
