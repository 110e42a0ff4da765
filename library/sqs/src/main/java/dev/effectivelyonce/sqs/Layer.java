package dev.effectivelyonce.sqs;

import java.util.List;

/** One envelope around one or several events. Safe for use by many threads. */
interface Layer {
  /**
   * Returns what is inside.
   *
   * @throws UnreadableMessageException if it is another envelope, or a broken one
   * @throws Exception if it can't be opened for now
   */
  List<Content> open(Content content) throws Exception;
}
