package dev.effectivelyonce.sqs;

import java.util.Base64;
import java.util.List;

/** Base64 of text in UTF-8. */
final class Base64Layer implements Layer {
  private static final String NAME = "base64";

  @Override
  public List<Content> open(Content content) {
    return List.of(content.with(Utf8.text(NAME, decoded(NAME, content.text()))));
  }

  static byte[] decoded(String name, String text) {
    try {
      return Base64.getDecoder().decode(text);
    } catch (IllegalArgumentException e) {
      throw EnvelopeJson.unreadable(name, "no base64");
    }
  }
}
