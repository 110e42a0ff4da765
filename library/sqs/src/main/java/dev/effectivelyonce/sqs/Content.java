package dev.effectivelyonce.sqs;

import dev.effectivelyonce.core.ByteOrderMark;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A body on its way out of its envelopes.
 *
 * @param text not yet opened any further, without a byte order mark
 * @param attributes those of the message, and of the envelopes around the text
 * @param envelopeId the id that the innermost envelope with one gave to its publication
 */
record Content(String text, Map<String, String> attributes, Optional<String> envelopeId) {
  Content {
    text = ByteOrderMark.removedFrom(text);
    attributes = Map.copyOf(attributes);
  }

  /** Returns another text in the same envelopes. */
  Content with(String inner) {
    return new Content(inner, attributes, envelopeId);
  }

  /** Returns a text from inside an envelope whose attributes hide those of the same names. */
  Content inside(String inner, String id, Map<String, String> added) {
    Map<String, String> all = new HashMap<>(attributes);
    all.putAll(added);
    return new Content(inner, all, Optional.of(id));
  }

  /** Returns a text without the content, since such texts end up in logs. */
  @Override
  public String toString() {
    return "Content[" + text.length() + " characters]";
  }
}
