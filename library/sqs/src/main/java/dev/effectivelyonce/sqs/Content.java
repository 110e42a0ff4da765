package dev.effectivelyonce.sqs;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.effectivelyonce.core.ByteOrderMark;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A body on its way out of its envelopes.
 *
 * @param data not yet opened any further
 * @param attributes those of the message, and of the envelopes around the data
 * @param envelopeId the id that the innermost envelope with one gave to its publication
 */
record Content(Data data, Map<String, String> attributes, Optional<String> envelopeId) {
  /** Text or bytes, either of which can be asked for as the other. */
  sealed interface Data {
    /**
     * Returns it as text, without a byte order mark.
     *
     * @throws UnreadableMessageException if it is no text in UTF-8
     */
    String text();

    byte[] bytes();
  }

  private record Text(String text) implements Data {
    Text {
      text = ByteOrderMark.removedFrom(text);
    }

    @Override
    public byte[] bytes() {
      return text.getBytes(UTF_8);
    }
  }

  /** Bytes from inside an envelope, which is named where they are no text. */
  private static final class Bytes implements Data {
    private final String envelope;
    private final byte[] bytes;

    Bytes(String envelope, byte[] bytes) {
      this.envelope = envelope;
      this.bytes = bytes;
    }

    @Override
    public String text() {
      return ByteOrderMark.removedFrom(Utf8.text(envelope, bytes));
    }

    @Override
    public byte[] bytes() {
      return bytes;
    }
  }

  Content {
    attributes = Map.copyOf(attributes);
  }

  /** Returns the text of a message. */
  static Content of(String text, Map<String, String> attributes) {
    return new Content(new Text(text), attributes, Optional.empty());
  }

  /** Returns the data of a record. */
  static Content of(byte[] data) {
    return new Content(new Bytes("outermost", data), Map.of(), Optional.empty());
  }

  String text() {
    return data.text();
  }

  byte[] bytes() {
    return data.bytes();
  }

  /** Returns another text in the same envelopes. */
  Content with(String inner) {
    return new Content(new Text(inner), attributes, envelopeId);
  }

  /** Returns bytes in the same envelopes and in the named one. */
  Content with(String envelope, byte[] inner) {
    return new Content(new Bytes(envelope, inner), attributes, envelopeId);
  }

  /** Returns a text from inside an envelope whose attributes hide those of the same names. */
  Content inside(String inner, String id, Map<String, String> added) {
    Map<String, String> all = new HashMap<>(attributes);
    all.putAll(added);
    return new Content(new Text(inner), all, Optional.of(id));
  }

  /** Returns a text without the content, since such texts end up in logs. */
  @Override
  public String toString() {
    return "Content[" + data.bytes().length + " bytes]";
  }
}
