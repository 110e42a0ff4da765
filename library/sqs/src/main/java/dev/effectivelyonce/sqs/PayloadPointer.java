package dev.effectivelyonce.sqs;

/**
 * The place of a payload that a message points to. Whoever may send to the queue chose it.
 *
 * @param bytes the size of the payload as it was sent
 */
public record PayloadPointer(String bucket, String key, int bytes) {
  /** Returns a text without the key, since such texts end up in logs. */
  @Override
  public String toString() {
    return "PayloadPointer[" + bytes + " bytes]";
  }
}
