package dev.effectivelyonce.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;

import com.amazonaws.services.lambda.runtime.events.SQSBatchResponse;
import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.core.store.IdempotencyStore.Verb;
import dev.effectivelyonce.sqs.MessageIdentity;
import dev.effectivelyonce.sqs.MessageKey;
import dev.effectivelyonce.sqs.SqsConsumer;
import dev.effectivelyonce.testkit.FaultyStore;
import dev.effectivelyonce.testkit.InMemoryStore;
import dev.effectivelyonce.testkit.ManualClock;
import dev.effectivelyonce.testkit.sqs.SqsEvents;
import dev.effectivelyonce.testkit.sqs.SqsRecord;
import dev.effectivelyonce.testkit.sqs.TestContext;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

// sample: plain

class ConfirmationSampleTest {
  record Order(String orderId) {}

  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private final ManualClock clock = new ManualClock();
  private final Platform system = Platform.system();
  private final FaultyStore store = new FaultyStore(new InMemoryStore());
  private final List<String> mails = new ArrayList<>();
  private boolean isMailServerDown;

  private final SqsConsumer<Order> consumer =
      SqsConsumer.of(MessageIdentity.of("orders", Order.class, MessageKey.of(Order::orderId)))
          .store(store)
          .retention(Duration.ofDays(19))
          .onAbandonedClaim(AbandonedClaimPolicy.RERUN)
          .visibility((changes, deadline) -> {})
          .platform(new Platform(clock, system.owners(), system.random(), clock::advance))
          .handler(
              (order, delivery) -> {
                if (isMailServerDown) {
                  throw new IOException("No connection");
                }
                mails.add(order.orderId());
                return HandlerResult.completed();
              })
          .build();

  private SQSBatchResponse deliver(String messageId, String orderId) {
    SqsRecord message = SqsRecord.of("orders", messageId).body("{\"orderId\":\"" + orderId + "\"}");
    return consumer.handle(SqsEvents.of(message), new TestContext(clock, TIMEOUT));
  }

  @Test
  void anOrderThatComesTwiceIsConfirmedOnce() {
    deliver("m-1", "O-1");
    SQSBatchResponse again = deliver("m-2", "O-1");

    assertThat(mails).containsExactly("O-1");
    assertThat(again.getBatchItemFailures()).isEmpty();
  }

  @Test
  void anOrderWhoseMailFailsIsTriedAgain() {
    isMailServerDown = true;
    assertThat(deliver("m-1", "O-1").getBatchItemFailures()).hasSize(1);

    isMailServerDown = false;
    assertThat(deliver("m-1", "O-1").getBatchItemFailures()).isEmpty();
    assertThat(mails).containsExactly("O-1");
  }

  @Test
  void aLostAnswerRepeatsNothing() {
    store.loseAnswerOfNext(Verb.COMPLETE, 1);

    deliver("m-1", "O-1");
    deliver("m-1", "O-1");

    assertThat(mails).containsExactly("O-1");
  }

  /** What RERUN means for a plain effect: this test says what the consumer accepts. */
  @Test
  void whatDiedBeforeItWasRecordedRunsAgainWhenItsLeaseIsOver() {
    store.goDownAtNext(Verb.COMPLETE);

    assertThat(deliver("m-1", "O-1").getBatchItemFailures()).hasSize(1);
    store.heal();
    clock.advance(TIMEOUT.plusMinutes(1));
    assertThat(deliver("m-1", "O-1").getBatchItemFailures()).isEmpty();

    assertThat(mails).containsExactly("O-1", "O-1");
  }
}
// end
