package dev.effectivelyonce.operations.bench;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import software.amazon.awssdk.services.sqs.model.ChangeMessageVisibilityBatchRequestEntry;

/**
 * Stands between a process and an engine, and lets its calls through until one of them. Then
 * something may happen, and it refuses every call from then on, as if the process had died, or its
 * credentials had expired.
 */
public final class FaultyAws extends LoopbackService {
  /** What becomes of the last call that is let through. */
  public enum Last {
    /** It is refused. */
    REFUSED,
    /** It is carried out, and its answer is lost. */
    UNANSWERED,
    /** It is carried out and answered after what happens, and so are all calls after it. */
    ANSWERED
  }

  private static final Pattern RECEIPT = Pattern.compile("\"ReceiptHandle\" ?: ?\"([^\"]+)\"");
  private static final Answer EXPIRED =
      new Answer(
          403, "{\"__type\":\"com.amazonaws.sqs#ExpiredTokenException\",\"message\":\"expired\"}");

  private final URI engine;
  private final String verb;
  private final Last last;
  private final AtomicInteger left;
  private final List<String> receipts = new CopyOnWriteArrayList<>();
  private volatile boolean isBroken;
  private volatile Runnable event = () -> {};

  /** Refuses from the n-th call of a verb on; any verb is meant by an empty one. */
  public FaultyAws(URI engine, String verb, int call, Last last) {
    this.engine = engine;
    this.verb = verb;
    this.last = last;
    this.left = new AtomicInteger(call);
  }

  /** What happens at the last call: before it is carried out, unless its answer is lost. */
  public FaultyAws doing(Runnable action) {
    event = action;
    return this;
  }

  /** Returns whether a call was refused. */
  public boolean isBroken() {
    return isBroken;
  }

  /** Five minutes pass, and what was received through it is visible again. */
  public void hidingEnds(Orders orders) {
    for (String receipt : Set.copyOf(receipts)) {
      ChangeMessageVisibilityBatchRequestEntry entry =
          ChangeMessageVisibilityBatchRequestEntry.builder()
              .id("1")
              .receiptHandle(receipt)
              .visibilityTimeout(0)
              .build();
      orders
          .sqs()
          .changeMessageVisibilityBatch(
              request -> request.queueUrl(orders.deadLetters()).entries(entry));
    }
  }

  @Override
  Answer answer(HttpExchange exchange, String target, byte[] body) throws IOException {
    boolean counts = target.endsWith(verb) && left.get() > 0;
    boolean isLast = counts && left.decrementAndGet() == 0;
    if (isLast && last != Last.UNANSWERED) {
      event.run();
    }
    if (isBroken || (isLast && last == Last.REFUSED)) {
      isBroken = true;
      return EXPIRED;
    }
    Answer answer = forwarded(engine, exchange, body);
    if (isLast && last == Last.UNANSWERED) {
      event.run();
      isBroken = true;
      return EXPIRED;
    }
    RECEIPT.matcher(answer.body()).results().forEach(found -> receipts.add(found.group(1)));
    return answer;
  }
}
