package dev.effectivelyonce.tests.sqs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.engine.ClaimMode;
import dev.effectivelyonce.core.engine.ConsumerMode;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.store.IdempotencyStore.Verb;
import dev.effectivelyonce.core.store.Listing;
import dev.effectivelyonce.core.store.StoreException;
import dev.effectivelyonce.sqs.LambdaSettings;
import dev.effectivelyonce.sqs.MessageHandler;
import dev.effectivelyonce.sqs.SqsConsumer;
import dev.effectivelyonce.sqs.SqsConsumerBuilder;
import dev.effectivelyonce.sqs.Visibility.Change;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What a heartbeat does to the messages of a queue. */
class HeartbeatTest {
  private static final Duration LEASE = Duration.ofSeconds(30);
  private static final Duration BEAT = Duration.ofSeconds(10);
  private static final Duration HIDDEN = LEASE.plus(Bench.LEASE_MARGIN);
  private final Bench bench = new Bench();

  HeartbeatTest() {
    bench.context.endAt(bench.clock.instant().plus(Duration.ofHours(3)));
  }

  private SqsConsumerBuilder<Order> consumer() {
    return bench.consumer().heartbeat(LEASE);
  }

  private MessageHandler<Order> taking(Duration time) {
    return (order, delivery) -> {
      bench.timers.advance(time);
      return HandlerResult.completed();
    };
  }

  private List<String> hidden() {
    return bench.visibility.changes().stream().map(Change::messageId).toList();
  }

  @Test
  void aMessageStaysHiddenAsLongAsItsClaimIsHeld() {
    bench.on("O-1", taking(Duration.ofHours(1)));

    assertThat(bench.failed(consumer().build(), Bench.standard("m-1", "O-1"))).isEmpty();

    assertThat(bench.visibility.changes())
        .hasSize(360)
        .allSatisfy(change -> assertThat(change.after()).isEqualTo(HIDDEN));
    assertThat(bench.status("O-1")).contains(Status.COMPLETED);
  }

  @Test
  void aMessageIsHiddenOnlyAfterItsClaimWasRenewed() {
    List<Boolean> wasRenewed = new ArrayList<>();
    Instant lease = bench.clock.instant().plus(HIDDEN).plus(BEAT);
    SqsConsumer<Order> consumer =
        consumer()
            .visibility(
                (changes, deadline) ->
                    wasRenewed.add(bench.record("O-1").orElseThrow().leaseUntil().equals(lease)))
            .build();

    bench.on("O-1", taking(BEAT));
    bench.failed(consumer, Bench.standard("m-1", "O-1"));

    assertThat(wasRenewed).containsExactly(true);
  }

  @Test
  void aHandlerThatEndsSoonAsksSqsForNothing() {
    bench.on("O-1", taking(BEAT.minusMillis(1)));

    bench.failed(consumer().build(), Bench.standard("m-1", "O-1"));

    assertThat(bench.visibility.changes()).isEmpty();
    assertThat(bench.store.calls(Verb.RENEW)).isZero();
  }

  @Test
  void whatWaitsBehindItInItsGroupStaysHiddenToo() {
    bench.on("O-2", taking(BEAT));

    bench.failed(
        consumer().concurrency(1).build(),
        Bench.fifo("m-1", "group", "O-1"),
        Bench.fifo("m-2", "group", "O-2"),
        Bench.fifo("m-3", "group", "O-3"),
        Bench.fifo("m-4", "other", "O-4"));

    assertThat(hidden()).containsExactly("m-2", "m-3");
    assertThat(bench.ran()).contains("O-1", "O-2", "O-3", "O-4");
  }

  @Test
  void copiesThatFollowItStayHiddenToo() {
    bench.on("O-1", taking(BEAT));

    bench.failed(consumer().build(), Bench.standard("m-1", "O-1"), Bench.standard("m-2", "O-1"));

    assertThat(hidden()).containsExactly("m-1", "m-2");
    assertThat(bench.ran()).containsExactly("O-1");
  }

  @Test
  void whereSqsDoesNotHideItTheClaimIsHeldAllTheSame() {
    bench.on("O-1", taking(Duration.ofMinutes(5)));
    SqsConsumer<Order> consumer =
        consumer()
            .visibility(
                (changes, deadline) -> {
                  throw new IllegalStateException("no answer");
                })
            .build();

    assertThat(bench.failed(consumer, Bench.standard("m-1", "O-1"))).isEmpty();
    assertThat(bench.store.calls(Verb.RENEW)).isEqualTo(30);
  }

  @Test
  void aSecondDeliveryComesBackWhenTheLeaseThatItFoundIsOver() {
    List<String> failed = new ArrayList<>();
    bench.on(
        "O-1",
        (order, delivery) -> {
          bench.timers.advance(BEAT);
          failed.addAll(bench.failed(consumer().build(), Bench.standard("m-1", "O-1")));
          return HandlerResult.completed();
        });

    bench.failed(consumer().build(), Bench.standard("m-1", "O-1"));

    assertThat(failed).containsExactly("m-1");
    assertThat(bench.visibility.after("m-1")).contains(HIDDEN);
    assertThat(bench.ran()).hasSize(1);
  }

  @Test
  void whatWasTakenOverIsNotHiddenAnyMoreNorAcknowledged() {
    List<Boolean> held = new ArrayList<>();
    bench.on(
        "O-1",
        (order, delivery) -> {
          bench.clock.advance(HIDDEN);
          bench.on("O-1", HandlerResult.completed("second"));
          bench.failed(Bench.standard("m-1", "O-1"));
          bench.timers.advance(Duration.ofMinutes(1));
          held.add(delivery.claim().isHeld());
          return HandlerResult.completed("first");
        });

    assertThat(bench.failed(consumer().build(), Bench.standard("m-1", "O-1")))
        .containsExactly("m-1");
    assertThat(held).containsExactly(false);
    assertThat(bench.visibility.changes()).isEmpty();
    assertThat(bench.record("O-1").orElseThrow().attempt()).isEqualTo(2);
  }

  @Test
  void whatCouldNotBeRecordedComesBackWithinALease() {
    bench.store.failNext(Verb.COMPLETE, 1, StoreException.Kind.DENIED);

    assertThat(bench.failed(consumer().build(), Bench.standard("m-1", "O-1")))
        .containsExactly("m-1");

    assertThat(bench.visibility.after("m-1")).contains(HIDDEN);
  }

  @Test
  void noAttemptOutlastsTheTwelveHoursOfSqs() {
    bench.context.endAt(bench.clock.instant().plus(Duration.ofDays(20)));
    List<Boolean> held = new ArrayList<>();
    bench.on(
        "O-1",
        (order, delivery) -> {
          held.add(delivery.claim().isHeld());
          bench.timers.advance(Duration.ofHours(12));
          held.add(delivery.claim().isHeld());
          return HandlerResult.retry("half done");
        });

    bench.failed(consumer().build(), Bench.standard("m-1", "O-1"));

    assertThat(held).containsExactly(true, false);
    assertThat(bench.timers.pending()).isZero();
  }

  @Test
  void theEnvironmentSetsIt() {
    LambdaSettings settings =
        new LambdaSettings(
            "table",
            Duration.ofDays(19),
            5,
            ConsumerMode.ENFORCE,
            Listing.DOUBTFUL,
            Optional.of(LEASE));
    bench.on("O-1", taking(BEAT));

    bench.failed(bench.consumer().settings(settings).build(), Bench.standard("m-1", "O-1"));

    assertThat(hidden()).containsExactly("m-1");
  }

  @Test
  void aLeaseThatIsOutOfRangeIsRefused() {
    assertThatExceptionOfType(ConfigurationException.class)
        .isThrownBy(bench.consumer().heartbeat(Duration.ofMillis(900))::build)
        .withMessageContaining("heartbeat");
  }

  @Test
  void withoutAClaimThereIsNoHeartbeat() {
    assertThatExceptionOfType(ConfigurationException.class)
        .isThrownBy(consumer().claims(ClaimMode.SINGLE_SHOT)::build)
        .withMessageContaining("claims of consumer orders is SINGLE_SHOT");
  }
}
