package dev.effectivelyonce.core;

/**
 * The byte order mark (U+FEFF) that producers on some platforms write before a text. It shows how
 * the text is encoded and is not part of the text, so a body with it and the same body without it
 * are the same event.
 */
public final class ByteOrderMark {
  private static final String MARK = "\uFEFF";

  private ByteOrderMark() {}

  /** Returns the text without a byte order mark at its beginning. A mark anywhere else stays. */
  public static String removedFrom(String text) {
    return text.startsWith(MARK) ? text.substring(MARK.length()) : text;
  }
}
