package dev.effectivelyonce.sqs;

import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.key.InvalidKeyException;
import java.lang.reflect.Type;
import java.util.Optional;

/** Reads message bodies and writes results. {@link JacksonJson} is the default. */
public interface JsonCodec {
  /**
   * Returns the body as a value of the type.
   *
   * @throws UnreadableMessageException if the body is not JSON, or JSON of another shape
   */
  <T> T read(String body, Class<T> type);

  /**
   * Returns the body as a value of a type that may be generic. Default: reads a class by {@link
   * #read(String, Class)}. A codec that reads others overrides {@link #whyNeverRead}, too.
   *
   * @throws UnreadableMessageException if the body is not JSON, or JSON of another shape
   * @throws ConfigurationException if this codec reads no such types
   */
  default <T> T read(String body, PayloadType<T> type) {
    if (type.type() instanceof Class<?> plain) {
      return type.cast(read(body, plain));
    }
    throw classesAlone(type.type());
  }

  /**
   * Returns the text of the string, number or boolean at a JSON pointer (RFC 6901), if there is
   * one. A number keeps every digit: keys are made of it.
   *
   * @throws UnreadableMessageException if the body is not JSON
   * @throws InvalidKeyException if an object or array is there
   */
  Optional<String> at(String body, String pointer);

  /**
   * Returns the value as JSON.
   *
   * @throws Exception if it can't be written
   */
  String write(Object value) throws Exception;

  /**
   * Returns why no text can ever be read as this type, as whole sentences that name the place and a
   * remedy; empty if some can. Default: empty for a class. Others are not read by default.
   */
  default Optional<String> whyNeverRead(Type type) {
    return type instanceof Class<?> ? Optional.empty() : Optional.of(classesAlone(type).text());
  }

  private static ConfigurationException classesAlone(Type type) {
    return new ConfigurationException(
        "The codec reads classes alone, and %s is none".formatted(type.getTypeName()),
        "Override read(String, PayloadType) and whyNeverRead(Type) in it, or name a class");
  }

  /**
   * Checks that a consumer's messages can be read as their type. {@code String} and {@code byte[]}
   * are taken as they are.
   *
   * @throws ConfigurationException if {@link #whyNeverRead} knows something against it
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
   * Returns what this type shows about a JSON pointer. With an object or array in every text, no
   * key is ever there. Default: {@link KeyPlace#PERHAPS_A_VALUE}.
   */
  default KeyPlace placeOf(Type type, String pointer) {
    return KeyPlace.PERHAPS_A_VALUE;
  }

  /** The knowledge that a type gives about a place in its JSON. */
  enum KeyPlace {
    /** A string, number or boolean may be there. */
    PERHAPS_A_VALUE,
    /** An object or array is there, or nothing. */
    NEVER_A_VALUE
  }
}
