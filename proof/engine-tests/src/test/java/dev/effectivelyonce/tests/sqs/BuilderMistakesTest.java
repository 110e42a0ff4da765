package dev.effectivelyonce.tests.sqs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.engine.ClaimMode;
import dev.effectivelyonce.core.engine.ConsumerMode;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.core.retry.Backoff;
import dev.effectivelyonce.core.store.Listing;
import dev.effectivelyonce.sqs.LambdaSettings;
import dev.effectivelyonce.sqs.MessageIdentity;
import dev.effectivelyonce.sqs.MessageKey;
import dev.effectivelyonce.sqs.SqsConsumer;
import dev.effectivelyonce.sqs.SqsConsumerBuilder;
import dev.effectivelyonce.testkit.InMemoryStore;
import java.time.Duration;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A consumer that is described wrongly fails at start, with one line that says what to do. */
class BuilderMistakesTest {
  private static final Duration RETENTION = Duration.ofDays(19);

  @Test
  void whatIsRequiredIsAskedForWithWhatToGive() {
    assertRefused(
        described(),
        "The consumer orders has no onAbandonedClaim, retention, store, handler",
        "onAbandonedClaim: Choose RERUN or HOLD; retention: Set it, or pass LambdaSettings to"
            + " settings(...); store: Pass a DynamoDbStore; handler: Pass the code");
    SqsConsumerBuilder<Order> begun = described().onAbandonedClaim(AbandonedClaimPolicy.RERUN);
    assertRefused(begun, "The consumer orders has no retention, store, handler");
    assertRefused(begun.retention(RETENTION), "The consumer orders has no store, handler");
    assertRefused(begun.store(new InMemoryStore()), "The consumer orders has no handler");
  }

  @Test
  void settingsBringTheRetention() {
    LambdaSettings settings =
        new LambdaSettings("table", RETENTION, 5, ConsumerMode.ENFORCE, Listing.FAILED_AND_HELD);

    assertThat(withoutRetention(described()).settings(settings).build()).isNotNull();
  }

  @Test
  void aNameOtherThanTheOneThatTheStackDeploysIsRefused() {
    LambdaSettings payments =
        LambdaSettings.from(
            Map.of(
                "EFFECTIVELY_ONCE_TABLE", "table",
                "EFFECTIVELY_ONCE_RETENTION", "P19D",
                "EFFECTIVELY_ONCE_MAX_RECEIVE_COUNT", "20",
                "EFFECTIVELY_ONCE_CONSUMER", "payments"));

    assertRefused(complete().settings(payments), "payments", "orders", "consumerName");
  }

  @Test
  void anOwnBackoffThatCoversLessThanTheStatedOutageIsRefusedWithBothNumbers() {
    Backoff quick = new Backoff(Duration.ofSeconds(2), Duration.ofSeconds(30));
    SqsConsumerBuilder<Order> builder = complete().backoff(quick).settings(surviving(20));

    assertRefused(builder, "orders", "PT30M", "20 receives", "PT4M", "backoff(...)");
    assertThat(complete().settings(surviving(124)).backoff(quick).build()).isNotNull();
    assertThat(complete().settings(surviving(20)).build()).isNotNull();
    assertRefused(complete().settings(surviving(19)), "PT29M15S");
  }

  @Test
  void theBackoffOfTheSettingsIsHeldAgainstTheStatedOutageToo() {
    assertRefused(complete().settings(surviving(20, "PT30S")), "PT30M", "PT4M");
  }

  private static LambdaSettings surviving(int receives) {
    return surviving(receives, "PT5M");
  }

  private static LambdaSettings surviving(int receives, String longestWait) {
    return LambdaSettings.from(
        Map.of(
            "EFFECTIVELY_ONCE_TABLE", "table",
            "EFFECTIVELY_ONCE_RETENTION", "P19D",
            "EFFECTIVELY_ONCE_MAX_RECEIVE_COUNT", Integer.toString(receives),
            "EFFECTIVELY_ONCE_BACKOFF_LONGEST", longestWait,
            "EFFECTIVELY_ONCE_HEARTBEAT", "PT30S",
            "EFFECTIVELY_ONCE_OUTAGE_TOLERANCE", "PT30M"));
  }

  @Test
  void aKeyThatNoMessageCanHaveIsRefused() {
    assertRefused(
        withoutRetention(
                SqsConsumer.of(
                    MessageIdentity.of("orders", Order.class, MessageKey.jsonPointer(""))))
            .retention(RETENTION),
        "The key of consumer orders points at");
  }

  @Test
  void aMarginOfAQuarterOfAnHourIsTaken() {
    assertThat(complete().leaseMargin(Duration.ofMinutes(15)).build()).isNotNull();
  }

  @ParameterizedTest
  @MethodSource
  void namesTheSettingThatIsOutOfRange(
      UnaryOperator<SqsConsumerBuilder<Order>> mistake, String problem) {
    assertRefused(mistake.apply(complete()), problem, "orders");
  }

  static Stream<Arguments> namesTheSettingThatIsOutOfRange() {
    return Stream.of(
        mistake("negative margin", b -> b.leaseMargin(Duration.ofMillis(-1)), "leaseMargin"),
        mistake("margin over 15 min", b -> b.leaseMargin(Duration.ofMinutes(16)), "leaseMargin"),
        mistake("negative reserve", b -> b.shutdownMargin(Duration.ofMillis(-1)), "shutdownMargin"),
        mistake(
            "heartbeat of the environment without a claim",
            b -> b.settings(surviving(20)).claims(ClaimMode.SINGLE_SHOT),
            "claims of consumer orders is SINGLE_SHOT"),
        mistake("no concurrency", b -> b.concurrency(0), "concurrency"),
        mistake(
            "no receives", b -> b.maxReceiveCount(0), "maxReceiveCount of consumer orders is 0"),
        mistake("result over 350 KiB", b -> b.maxResultBytes(350 * 1024 + 1), "result limit"),
        mistake("short retention", b -> b.retention(Duration.ofMinutes(59)), "retention"));
  }

  private static Arguments mistake(
      String name, UnaryOperator<SqsConsumerBuilder<Order>> mistake, String problem) {
    return Arguments.of(Named.of(name, mistake), problem);
  }

  private static void assertRefused(SqsConsumerBuilder<Order> builder, String... problem) {
    assertThatThrownBy(builder::build)
        .isInstanceOf(ConfigurationException.class)
        .message()
        .contains(problem)
        .hasLineCount(1);
  }

  private static SqsConsumerBuilder<Order> complete() {
    return withoutRetention(described()).retention(RETENTION);
  }

  private static SqsConsumerBuilder<Order> described() {
    return SqsConsumer.of(Bench.orders());
  }

  /** Everything that is required but for the retention. */
  private static SqsConsumerBuilder<Order> withoutRetention(SqsConsumerBuilder<Order> builder) {
    return builder
        .onAbandonedClaim(AbandonedClaimPolicy.RERUN)
        .store(new InMemoryStore())
        .handler((order, delivery) -> HandlerResult.completed());
  }
}
