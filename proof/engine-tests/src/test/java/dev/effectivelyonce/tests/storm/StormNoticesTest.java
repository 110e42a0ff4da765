package dev.effectivelyonce.tests.storm;

import static org.assertj.core.api.Assertions.assertThat;

import com.amazonaws.services.lambda.runtime.events.SQSBatchResponse;
import com.amazonaws.services.lambda.runtime.events.SQSBatchResponse.BatchItemFailure;
import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import com.amazonaws.services.lambda.runtime.events.SQSEvent.SQSMessage;
import dev.effectivelyonce.testkit.InMemoryStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** A storm that would not notice would prove nothing: each defect here is one of the field's. */
class StormNoticesTest {
  private static final int ORDERS = 3_000;

  private final Storm storm = new Storm(ORDERS, Traffic.standard(ORDERS, new Random(7)));
  private final Function<SQSEvent, SQSBatchResponse> sound =
      storm.warm(storm.store, transition -> {});

  @Test
  void aFailureThatIsLeftOutOfTheAnswer() throws InterruptedException {
    AtomicInteger answers = new AtomicInteger();

    assertNoticed(
        "was lost",
        event -> {
          List<BatchItemFailure> failures = failures(event);
          if (answers.incrementAndGet() > 100 && !failures.isEmpty()) {
            failures.removeFirst();
          }
          return new SQSBatchResponse(failures);
        });
  }

  @Test
  void aFailureOfAnotherBatch() throws InterruptedException {
    assertNoticed(
        "reported a message of another",
        event -> {
          List<BatchItemFailure> failures = failures(event);
          failures.add(new BatchItemFailure("message-" + (ORDERS - 1) + "-0"));
          return new SQSBatchResponse(failures);
        });
  }

  @Test
  void aPayloadOfAnotherMessage() throws InterruptedException {
    assertNoticed(
        "got the payload",
        event -> {
          List<SQSMessage> records = event.getRecords();
          if (records.size() > 1) {
            String first = records.getFirst().getBody();
            records.getFirst().setBody(records.getLast().getBody());
            records.getLast().setBody(first);
          }
          return sound.apply(event);
        });
  }

  @Test
  void anEventThatHappensTwice() throws InterruptedException {
    Function<SQSEvent, SQSBatchResponse> forgetful =
        storm.warm(new InMemoryStore(), transition -> {});
    AtomicInteger turn = new AtomicInteger();

    assertNoticed("", event -> (turn.getAndIncrement() % 2 == 0 ? sound : forgetful).apply(event));
  }

  private void assertNoticed(String what, Function<SQSEvent, SQSBatchResponse> broken)
      throws InterruptedException {
    assertThat(storm.run(broken)).anyMatch(breach -> breach.contains(what));
  }

  private List<BatchItemFailure> failures(SQSEvent event) {
    return new ArrayList<>(sound.apply(event).getBatchItemFailures());
  }
}
