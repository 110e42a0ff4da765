package dev.effectivelyonce.worker;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.BatchResultErrorEntry;
import software.amazon.awssdk.services.sqs.model.DeleteMessageBatchRequestEntry;

/**
 * Deletes messages that are done. A request leaves with all that came while the one before it was
 * under way. A message that can't be deleted comes back, and is skipped as a duplicate.
 */
final class Deletions {
  private static final Logger LOG = LoggerFactory.getLogger(Deletions.class);
  private static final int MOST_ENTRIES = 10;

  /** Of a message, besides those of the SDK. */
  private static final int MOST_TRIES = 3;

  /**
   * A message to delete.
   *
   * @param tries how often SQS was asked to delete it
   */
  private record Done(String receiptHandle, int tries, Runnable ended) {
    Done again() {
      return new Done(receiptHandle, tries + 1, ended);
    }
  }

  private final SqsClient sqs;
  private final String queueUrl;
  private final Consumer<Throwable> failed;
  private final BlockingQueue<Done> waiting = new LinkedBlockingQueue<>();

  /**
   * @param failed called with what a request failed by
   */
  Deletions(SqsClient sqs, String queueUrl, Consumer<Throwable> failed) {
    this.sqs = sqs;
    this.queueUrl = queueUrl;
    this.failed = failed;
  }

  /**
   * Deletes a message soon.
   *
   * @param ended called when it is deleted, or comes back
   */
  void add(String receiptHandle, Runnable ended) {
    waiting.add(new Done(receiptHandle, 0, ended));
  }

  /** Deletes until its thread is interrupted. */
  void run() throws InterruptedException {
    while (true) {
      List<Done> some = new ArrayList<>(List.of(waiting.take()));
      waiting.drainTo(some, MOST_ENTRIES - 1);
      delete(some);
    }
  }

  private void delete(List<Done> some) {
    List<Integer> left;
    try {
      left =
          sqs
              .deleteMessageBatch(request -> request.queueUrl(queueUrl).entries(entries(some)))
              .failed()
              .stream()
              .map(BatchResultErrorEntry::id)
              .map(Integer::valueOf)
              .toList();
    } catch (Throwable thrown) {
      // Whatever it is, the messages after these have to be deleted.
      LOG.warn("{} messages that are done were not deleted", some.size(), thrown);
      failed.accept(thrown);
      left = IntStream.range(0, some.size()).boxed().toList();
    }
    for (int index = 0; index < some.size(); index++) {
      settle(some.get(index), left.contains(index));
    }
  }

  private void settle(Done done, boolean isLeft) {
    if (isLeft && done.tries() + 1 < MOST_TRIES) {
      waiting.add(done.again());
      return;
    }
    if (isLeft) {
      LOG.warn("A message that is done was not deleted. It comes back and is skipped.");
    }
    done.ended().run();
  }

  private static List<DeleteMessageBatchRequestEntry> entries(List<Done> some) {
    return IntStream.range(0, some.size())
        .mapToObj(
            index ->
                DeleteMessageBatchRequestEntry.builder()
                    .id(Integer.toString(index))
                    .receiptHandle(some.get(index).receiptHandle())
                    .build())
        .toList();
  }
}
