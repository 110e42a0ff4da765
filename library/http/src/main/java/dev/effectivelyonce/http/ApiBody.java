package dev.effectivelyonce.http;

import dev.effectivelyonce.core.ByteOrderMark;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** The content of a request or a response. */
public sealed interface ApiBody {
  /**
   * Text, sent as UTF-8.
   *
   * @param value the text; may be empty
   */
  record Text(String value) implements ApiBody {
    /** Refuses null, which code that has no null annotations may pass. */
    public Text {
      Objects.requireNonNull(value, "The text of a body is null; ApiBody.none() is an empty body");
    }

    @Override
    public byte[] bytes() {
      return value.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public String text() {
      return ByteOrderMark.removedFrom(value);
    }
  }

  /**
   * Any bytes.
   *
   * @param value the bytes in Base64, as Lambda passes them
   */
  record Base64(String value) implements ApiBody {
    @Override
    public byte[] bytes() {
      return java.util.Base64.getDecoder().decode(value);
    }

    @Override
    public String text() {
      return ByteOrderMark.removedFrom(new String(bytes(), StandardCharsets.UTF_8));
    }
  }

  /** Returns no content. */
  static ApiBody none() {
    return new Text("");
  }

  /** Returns a text as content. */
  static ApiBody of(String text) {
    return new Text(text);
  }

  /** Returns any bytes as content. */
  static ApiBody of(byte[] bytes) {
    return new Base64(java.util.Base64.getEncoder().encodeToString(bytes));
  }

  /**
   * Returns the content as bytes.
   *
   * @throws IllegalArgumentException if the content is not valid Base64
   */
  byte[] bytes();

  /**
   * Returns the content, read as UTF-8, without a byte order mark at its beginning.
   *
   * @throws IllegalArgumentException if the content is not valid Base64
   */
  String text();
}
