package dev.effectivelyonce.sqs;

import java.util.Base64;
import java.util.List;

/** Base64 of text in UTF-8, or of what the next layer opens. */
final class Base64Layer implements Layer {
  private final String name;

  /**
   * @param name of the envelope that it is a part of, for texts
   */
  Base64Layer(String name) {
    this.name = name;
  }

  @Override
  public List<Content> open(Content content) {
    try {
      return List.of(content.with(name, Base64.getDecoder().decode(content.text())));
    } catch (IllegalArgumentException e) {
      throw EnvelopeJson.unreadable(name, "no base64");
    }
  }
}
