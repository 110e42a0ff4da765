package dev.effectivelyonce.sqs;

/**
 * Reads payloads that messages point to. Safe for use by many threads: the payloads of a batch are
 * read side by side, each once per delivery. A call that outlasts its batch's time for starts is
 * interrupted, and its message waits.
 */
@FunctionalInterface
public interface PayloadReader {
  /**
   * Returns the payload, or more bytes than {@link PayloadPointer#bytes} where its object has more.
   *
   * @throws UnreadableMessageException if it can never be read: it is missing, or in a place that
   *     this consumer does not read. The message goes to the dead-letter queue
   * @throws Exception if it can't be read for now, such as without a right; the message waits
   */
  byte[] read(PayloadPointer pointer) throws Exception;
}
