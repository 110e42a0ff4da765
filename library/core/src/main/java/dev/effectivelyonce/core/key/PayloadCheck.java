package dev.effectivelyonce.core.key;

/**
 * Eight bits of a payload's hash, by which most other payloads of a key are noticed: 255 of 256.
 * They are few on purpose, since the record holds them: whoever guesses at a payload learns eight
 * bits about it and no more. The business key is hashed too, so that equal payloads of two keys
 * have nothing in common.
 *
 * @param value two hexadecimal digits
 */
public record PayloadCheck(String value) {
  private static final int DIGITS = 2;

  /** The check of a payload that came with a key, byte by byte. */
  public static PayloadCheck of(BusinessKey key, String payload) {
    String hash = Sha256.hex(key.canonical() + "#" + payload);
    return new PayloadCheck(hash.substring(0, DIGITS));
  }

  @Override
  public String toString() {
    return value;
  }
}
