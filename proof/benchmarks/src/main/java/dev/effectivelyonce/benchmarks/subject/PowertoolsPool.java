package dev.effectivelyonce.benchmarks.subject;

import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import software.amazon.lambda.powertools.sqs.SqsMessageHandler;

/** The same on a thread pool, as Powertools' later batch handler does it. */
final class PowertoolsPool extends Powertools {
  /** As many as this library runs at once. */
  private static final int THREADS = 64;

  private final ExecutorService pool = Executors.newFixedThreadPool(THREADS);

  PowertoolsPool(Backing backing, Effect effect) {
    super(backing, effect);
  }

  @Override
  List<Receipt> process(SQSEvent batch, SqsMessageHandler<Receipt> messages) {
    return batch.getRecords().stream()
        .map(message -> CompletableFuture.supplyAsync(() -> messages.process(message), pool))
        .toList()
        .stream()
        .map(CompletableFuture::join)
        .toList();
  }

  @Override
  public void close() {
    pool.close();
  }
}
