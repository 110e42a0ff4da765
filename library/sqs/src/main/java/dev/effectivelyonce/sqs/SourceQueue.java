package dev.effectivelyonce.sqs;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The queue that a message came from, identified by its ARN.
 *
 * @param arn {@code arn:<partition>:sqs:<region>:<account>:<name>}
 * @param account the account that owns it
 * @param name the queue's name
 */
public record SourceQueue(String arn, String account, String name) {
  private static final Pattern ARN =
      Pattern.compile(
          "arn:[a-z0-9-]+:sqs:[a-z0-9-]+:([0-9]{12}):"
              + "([A-Za-z0-9_-]{1,80}|[A-Za-z0-9_-]{1,75}\\.fifo)");

  /** Returns the queue of an ARN; empty if it is not one of SQS. */
  static Optional<SourceQueue> parse(String arn) {
    Matcher matcher = ARN.matcher(arn);
    return matcher.matches()
        ? Optional.of(new SourceQueue(arn, matcher.group(1), matcher.group(2)))
        : Optional.empty();
  }

  /**
   * Returns whether it is a FIFO queue, judged by the suffix of its name. A message group id is no
   * proof, because messages of standard queues can have one too.
   */
  public boolean isFifo() {
    return name.endsWith(".fifo");
  }
}
