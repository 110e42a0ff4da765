package dev.effectivelyonce.tests.once;

import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.RERUN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.events.S3Event;
import com.amazonaws.services.lambda.runtime.events.SNSEvent;
import com.amazonaws.services.lambda.runtime.events.ScheduledEvent;
import com.amazonaws.services.lambda.runtime.events.models.s3.S3EventNotification.S3BucketEntity;
import com.amazonaws.services.lambda.runtime.events.models.s3.S3EventNotification.S3Entity;
import com.amazonaws.services.lambda.runtime.events.models.s3.S3EventNotification.S3EventNotificationRecord;
import com.amazonaws.services.lambda.runtime.events.models.s3.S3EventNotification.S3ObjectEntity;
import dev.effectivelyonce.core.key.InvalidKeyException;
import dev.effectivelyonce.testkit.sqs.TestContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SamplesTest {
  private static final Samples.Task TASK = new Samples.Task("arn:e:1", "Ship", "O-1");

  private final Bench bench = new Bench(RERUN);
  private final List<String> shipped = new ArrayList<>();
  private final Samples samples = new Samples(bench.builder().build(), shipped::add);
  private final Context context = new TestContext(bench.clock, Bench.LEFT);

  @Test
  void anEventWhoseProducerRetriedHasAnotherIdAndShipsOnce() {
    samples.eventBridge(new ScheduledEvent().withId("a").withDetail(orderId()), context);
    samples.eventBridge(new ScheduledEvent().withId("b").withDetail(orderId()), context);

    assertThat(shipped).containsExactly("O-1");
  }

  @Test
  void anEventWithoutItsKeyIsRefusedAndNothingRuns() {
    ScheduledEvent event = new ScheduledEvent().withDetail(Map.of());

    assertThatExceptionOfType(InvalidKeyException.class)
        .isThrownBy(() -> samples.eventBridge(event, context))
        .withMessageContaining("The business key is missing");
    assertThat(shipped).isEmpty();
  }

  @Test
  void aMessageThatComesAgainShipsOnce() {
    SNSEvent event =
        new SNSEvent()
            .withRecords(
                List.of(new SNSEvent.SNSRecord().withSns(new SNSEvent.SNS().withMessage("O-1"))));
    samples.sns(event, context);
    samples.sns(event, context);

    assertThat(shipped).containsExactly("O-1");
  }

  @Test
  void anObjectThatIsWrittenAgainIsLoadedAgainAndANotificationThatComesAgainIsNot() {
    samples.s3(written("01"), context);
    samples.s3(written("01"), context);
    samples.s3(written("02"), context);

    assertThat(shipped).containsExactly("in/a.csv", "in/a.csv");
  }

  private static S3Event written(String sequencer) {
    S3Entity entity =
        new S3Entity(
            "config",
            new S3BucketEntity("bucket", null, "arn"),
            new S3ObjectEntity("in/a.csv", 1L, "etag", null, sequencer),
            "1.0");
    return new S3Event(
        List.of(
            new S3EventNotificationRecord(
                "eu-west-1",
                "ObjectCreated:Put",
                "aws:s3",
                "2026-01-02T03:04:05Z",
                "2.1",
                null,
                null,
                entity,
                null)));
  }

  @Test
  void aScheduleRunsOnceForEachOfItsTimes() {
    Samples.Tick first = new Samples.Tick("2026-01-02T03:00:00Z");
    samples.schedule(first, context);
    samples.schedule(first, context);
    samples.schedule(new Samples.Tick("2026-01-03T03:00:00Z"), context);

    assertThat(shipped).hasSize(2);
  }

  @Test
  void anAsynchronousInvocationThatIsRetriedShipsOnce() {
    samples.asynchronous(TASK, context);
    samples.asynchronous(TASK, context);

    assertThat(shipped).containsExactly("O-1");
  }

  @Test
  void aTaskThatIsRetriedGetsItsFirstValue() {
    assertThat(samples.stateMachine(TASK, context)).isEqualTo("shipped O-1");
    assertThat(samples.stateMachine(TASK, context)).isEqualTo("shipped O-1");
    assertThat(shipped).containsExactly("O-1");
  }

  private static Map<String, Object> orderId() {
    return Map.of("orderId", "O-1");
  }
}
