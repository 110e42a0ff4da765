package dev.effectivelyonce.sqs;

/**
 * The location of a payload that a message points to. The sender of the message chose it, so do not
 * trust it.
 *
 * @param bytes the size of the payload when it was sent
 */
public record PayloadPointer(String bucket, String key, int bytes) {
  /** Returns a text without the key, because such texts end up in logs. */
  @Override
  public String toString() {
    return "PayloadPointer[" + bytes + " bytes]";
  }
}
