package dev.effectivelyonce.core.key;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;

final class Sha256 {
  private static final Base64.Encoder BASE64 = Base64.getUrlEncoder().withoutPadding();

  /** Never used itself: to copy it takes a part of the time that looking for a provider takes. */
  private static final MessageDigest UNUSED = sha256();

  private Sha256() {}

  static String base64Url(String text) {
    return BASE64.encodeToString(digest(text));
  }

  /** Returns the first two hexadecimal digits. */
  static String firstByte(String text) {
    return HexFormat.of().toHexDigits(digest(text)[0]);
  }

  private static byte[] digest(String text) {
    return unused().digest(text.getBytes(StandardCharsets.UTF_8));
  }

  private static MessageDigest unused() {
    try {
      return (MessageDigest) UNUSED.clone();
    } catch (CloneNotSupportedException e) {
      // That of a provider which has none.
      return sha256();
    }
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java platform has SHA-256", e);
    }
  }
}
