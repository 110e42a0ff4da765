package dev.effectivelyonce.sqs;

/**
 * Reads payloads that messages point to. Safe for use by many threads: the payloads of a batch are
 * read concurrently, each once per delivery. A call that is still running when the batch's time to
 * start handlers ends is interrupted, and its message waits.
 */
@FunctionalInterface
public interface PayloadReader {
  /**
   * Returns the payload, or more than {@link PayloadPointer#bytes} bytes if the object has more.
   *
   * @throws UnreadableMessageException if it can never be read, because it is missing or in a
   *     location that this consumer does not read; the message goes to the dead-letter queue
   * @throws Exception if it can't be read for now, for example because a permission is missing; the
   *     message waits
   */
  byte[] read(PayloadPointer pointer) throws Exception;
}
