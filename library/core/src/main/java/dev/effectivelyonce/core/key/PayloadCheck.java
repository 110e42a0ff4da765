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
  /** Returns the check of a payload that came with a key, compared byte by byte. */
  public static PayloadCheck of(BusinessKey key, String payload) {
    return new PayloadCheck(Sha256.firstByte(key.canonical() + "#" + payload));
  }

  @Override
  public String toString() {
    return value;
  }
}
