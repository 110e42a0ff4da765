package dev.effectivelyonce.core;

/**
 * The byte order mark (U+FEFF) that producers on some platforms write before a text. It says how
 * the text is encoded and is no part of it, so that a body with it and one without are one event.
 */
public final class ByteOrderMark {
  private static final String MARK = "\uFEFF";

  private ByteOrderMark() {}

  /** Returns the text without a byte order mark at its beginning. One anywhere else stays. */
  public static String removedFrom(String text) {
    return text.startsWith(MARK) ? text.substring(MARK.length()) : text;
  }
}
