package dev.effectivelyonce.sqs;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Turns bytes from inside an envelope into text. */
final class Utf8 {
  private Utf8() {}

  /**
   * Returns the text.
   *
   * @throws UnreadableMessageException if it is not UTF-8
   */
  static String text(String envelope, byte[] bytes) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw EnvelopeJson.unreadable(envelope, "no UTF-8 inside");
    }
  }
}
