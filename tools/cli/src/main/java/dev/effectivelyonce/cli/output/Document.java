package dev.effectivelyonce.cli.output;

import com.fasterxml.jackson.databind.JsonNode;

/** A result. */
public interface Document {
  /** Returns the text for people: lines, each with its end. */
  String text();

  /**
   * Returns the text as it suits a screen. Default: the same on every one. Who marks some of it
   * passes what comes from elsewhere through {@link Output#visible}.
   */
  default String text(Screen screen) {
    return Output.visible(text());
  }

  /**
   * Returns the document for programs. Fields are added with time, and none is renamed or removed.
   */
  JsonNode json();
}
