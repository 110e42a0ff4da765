package dev.effectivelyonce.benchmarks.subject;

import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import java.net.URI;
import java.util.List;
import software.amazon.awssdk.auth.credentials.AnonymousCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.lambda.powertools.idempotency.Idempotency;
import software.amazon.lambda.powertools.idempotency.IdempotencyConfig;
import software.amazon.lambda.powertools.idempotency.persistence.BasePersistenceStore;
import software.amazon.lambda.powertools.sqs.SqsMessageHandler;
import software.amazon.lambda.powertools.sqs.SqsUtils;

/** Powertools: {@code @Idempotent} on each message, and its batch handler, one after the other. */
class Powertools implements Subject {
  private final PowertoolsHandler handler;
  private final BasePersistenceStore store;
  private final IdempotencyConfig config = IdempotencyConfig.builder().build();

  Powertools(Backing backing, Effect effect) {
    this.handler = new PowertoolsHandler(effect);
    this.store = PowertoolsStore.of(backing);
  }

  /** Asked for when a batch fails only, and then it fails the benchmark. */
  private static SqsClient unreachable() {
    return SqsClient.builder()
        .region(Region.US_EAST_1)
        .credentialsProvider(AnonymousCredentialsProvider.create())
        .endpointOverride(URI.create("http://127.0.0.1:1"))
        .httpClientBuilder(UrlConnectionHttpClient.builder())
        .build();
  }

  @Override
  public final void select() {
    SqsUtils.overrideSqsClient(unreachable());
    Idempotency.config().withPersistenceStore(store).withConfig(config).configure();
  }

  @Override
  public final int handle(SQSEvent batch) {
    Idempotency.registerLambdaContext(Invocation.context());
    return batch.getRecords().size() - process(batch, handler).size();
  }

  /** The results of the messages that did not fail. */
  List<Receipt> process(SQSEvent batch, SqsMessageHandler<Receipt> messages) {
    return SqsUtils.batchProcessor(batch, messages);
  }

  @Override
  public final long effects() {
    return handler.effect().runs();
  }
}
