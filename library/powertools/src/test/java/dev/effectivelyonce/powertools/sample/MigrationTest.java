package dev.effectivelyonce.powertools.sample;

import static org.assertj.core.api.Assertions.assertThat;

import com.amazonaws.services.lambda.runtime.events.SQSBatchResponse;
import com.amazonaws.services.lambda.runtime.events.SQSBatchResponse.BatchItemFailure;
import dev.effectivelyonce.core.engine.ConsumerMode;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.store.IdempotencyStore.Verb;
import dev.effectivelyonce.core.store.Listing;
import dev.effectivelyonce.core.store.StoreException;
import dev.effectivelyonce.sqs.LambdaSettings;
import dev.effectivelyonce.testkit.FaultyStore;
import dev.effectivelyonce.testkit.InMemoryStore;
import dev.effectivelyonce.testkit.sqs.SqsEvents;
import dev.effectivelyonce.testkit.sqs.TestContext;
import java.time.Clock;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The page about migrating, step by step. */
class MigrationTest {
  private static final String ORDER = "{\"orderId\":\"o-1\",\"totalCents\":1250}";

  private final InMemoryStore records = new InMemoryStore();

  private static LambdaSettings settings(ConsumerMode mode) {
    return new LambdaSettings("records", Duration.ofDays(19), 3, mode, Listing.FAILED_AND_HELD);
  }

  private static TestContext context() {
    return new TestContext(Clock.systemUTC(), Duration.ofSeconds(30));
  }

  private SQSBatchResponse deliver(BridgedFunction function) {
    return function.handleRequest(SqsEvents.ofBodies("orders", ORDER), context());
  }

  private SQSBatchResponse deliver(ObservedFunction function) {
    return function.handleRequest(SqsEvents.ofBodies("orders", ORDER), context());
  }

  @Test
  void step1ACopyDoesNotRunAndIsAcknowledged() {
    BridgedFunction function = new BridgedFunction(records);

    assertThat(deliver(function).getBatchItemFailures()).isEmpty();
    assertThat(deliver(function).getBatchItemFailures()).isEmpty();

    assertThat(function.orders().placed()).containsExactly("o-1");
  }

  @Test
  void step1AMessageWhoseEndIsNotRecordedIsNotAcknowledged() {
    FaultyStore denying = new FaultyStore(records);
    denying.failNext(Verb.COMPLETE, 1, StoreException.Kind.UNREADABLE);

    assertThat(deliver(new BridgedFunction(denying)).getBatchItemFailures())
        .extracting(BatchItemFailure::getItemIdentifier)
        .containsExactly("message-1");
  }

  @Test
  void step2WhatTheAnnotationHasDoneStaysDoneWhileTheConsumerObserves() {
    deliver(new BridgedFunction(records));
    ObservedFunction function = new ObservedFunction(settings(ConsumerMode.OBSERVE), records);

    assertThat(deliver(function).getBatchItemFailures()).isEmpty();

    assertThat(function.orders().placed()).isEmpty();
    assertThat(records.records().values())
        .extracting(IdempotencyRecord::status)
        .containsExactly(Status.COMPLETED, Status.COMPLETED);
  }

  @Test
  void step3WhatWasDoneWhileObservingIsADuplicateOfTheConsumer() {
    deliver(new ObservedFunction(settings(ConsumerMode.OBSERVE), records));
    ObservedFunction function = new ObservedFunction(settings(ConsumerMode.ENFORCE), records);

    assertThat(deliver(function).getBatchItemFailures()).isEmpty();
    assertThat(function.orders().placed()).isEmpty();
  }

  @Test
  void step3WhatWasDoneBeforeTheConsumerObservedIsADuplicateOfTheAnnotation() {
    deliver(new BridgedFunction(records));
    ObservedFunction function = new ObservedFunction(settings(ConsumerMode.ENFORCE), records);

    assertThat(deliver(function).getBatchItemFailures()).isEmpty();
    assertThat(function.orders().placed()).isEmpty();
  }
}
