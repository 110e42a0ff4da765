package dev.effectivelyonce.sqs;

import static dev.effectivelyonce.core.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.effectivelyonce.core.key.InvalidKeyException;
import dev.effectivelyonce.sqs.ReadMessage.Deferred;
import dev.effectivelyonce.sqs.ReadMessage.Unusable;
import dev.effectivelyonce.sqs.ReadMessage.Usable;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** What becomes of one message that is read. */
final class Reading {
  private Reading() {}

  /** Returns who reads bodies as they are, by this key. */
  static MessageIdentity<String> texts(MessageKey<String> key) {
    return MessageIdentity.of("texts", String.class, key);
  }

  static <M> Usable<M> usable(MessageIdentity<M> identity, SqsMessage message) {
    ReadMessage<M> read = identity.read(message);
    assertThat(read).isInstanceOf(Usable.class);
    return (Usable<M>) read;
  }

  static <M> Usable<M> usable(MessageIdentity<M> identity, String body) {
    return usable(identity, TestMessages.withBody(body));
  }

  /** Returns why a message can never be read. */
  static String unusable(MessageIdentity<?> identity, SqsMessage message) {
    ReadMessage<?> read = identity.read(message);
    assertThat(read).isInstanceOf(Unusable.class);
    return ((Unusable<?>) read).problem();
  }

  static String unusable(MessageIdentity<?> identity, String body) {
    return unusable(identity, TestMessages.withBody(body));
  }

  /** Returns why a message is to be read again later. */
  static String deferred(ReadMessage<?> read) {
    assertThat(read).isInstanceOf(Deferred.class);
    return ((Deferred<?>) read).problem();
  }

  /**
   * Asserts what a record's member holds that is read from each of these, such as {@code 1 -> 1}.
   */
  static void assertRead(JsonCodec json, Class<? extends Record> type, String field, String values)
      throws ReflectiveOperationException {
    for (String value : values.split(" ; ", -1)) {
      String[] pair = value.split("\\s*->\\s*", -1);
      Record read = json.read("{\"" + field + "\":" + pair[0] + "}", type);
      assertThat(type.getDeclaredMethod(field).invoke(read)).as(value).hasToString(pair[1]);
    }
  }

  /** Asserts that none of these values, parted by semicolons, can be read as this member. */
  static void assertRefusedByField(
      JsonCodec json, Class<?> type, String field, String values, String... unsaid) {
    for (String value : values.split(" ; ", -1)) {
      String body = "{\"" + field + "\":" + value + "}";
      assertThatThrownBy(() -> json.read(body, type))
          .as(value)
          .isInstanceOf(UnreadableMessageException.class)
          .message()
          .contains("field " + field)
          .doesNotContain(unsaid);
    }
  }

  /** Asserts that a message has no key, and why. */
  static void assertNoKey(ThrowingCallable key, String... said) {
    assertRefused(InvalidKeyException.class, key, said);
  }

  /** Asserts that a text can't be read, for what it says of it. */
  static void assertUnreadable(ThrowingCallable read, String... said) {
    assertRefused(UnreadableMessageException.class, read, said);
  }
}
