package dev.effectivelyonce.core.key;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;

final class Sha256 {
  private Sha256() {}

  static String base64Url(String text) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(digest(text));
  }

  static String hex(String text) {
    return HexFormat.of().formatHex(digest(text));
  }

  private static byte[] digest(String text) {
    return sha256().digest(text.getBytes(StandardCharsets.UTF_8));
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java platform has SHA-256", e);
    }
  }
}
