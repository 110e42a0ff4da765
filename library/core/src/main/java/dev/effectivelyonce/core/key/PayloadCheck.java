package dev.effectivelyonce.core.key;

/**
 * Eight bits of a payload's hash, which detect 255 of 256 other payloads with the same key. They
 * are few on purpose, because the record contains them: anyone who guesses a payload learns only
 * eight bits. The business key is hashed too, so that equal payloads of two keys have unrelated
 * checks.
 *
 * @param value two hexadecimal digits
 */
public record PayloadCheck(String value) {
  private static final int DIGITS = 2;

  /** Returns the check of a payload that came with a key, compared byte by byte. */
  public static PayloadCheck of(BusinessKey key, String payload) {
    String hash = Sha256.hex(key.canonical() + "#" + payload);
    return new PayloadCheck(hash.substring(0, DIGITS));
  }

  @Override
  public String toString() {
    return value;
  }
}
