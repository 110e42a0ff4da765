package dev.effectivelyonce.tests.sqs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.effectivelyonce.core.ConfigurationException;
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
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A consumer that is described wrongly fails at start, with one line that says what to do. */
class BuilderMistakesTest {
  private enum Part {
    POLICY,
    STORE,
    RETENTION,
    HANDLER;

    SqsConsumerBuilder<Order> addTo(SqsConsumerBuilder<Order> builder) {
      return switch (this) {
        case POLICY -> builder.onAbandonedClaim(AbandonedClaimPolicy.RERUN);
        case STORE -> builder.store(new InMemoryStore());
        case RETENTION -> builder.retention(Duration.ofDays(19));
        case HANDLER -> builder.handler((order, delivery) -> HandlerResult.completed());
      };
    }
  }

  @Test
  void whatIsRequiredIsEnough() {
    assertThat(complete().build()).isNotNull();
  }

  @Test
  void settingsBringTheRetention() {
    LambdaSettings settings =
        new LambdaSettings("table", Duration.ofDays(19), 5, ConsumerMode.ENFORCE, Listing.DOUBTFUL);

    assertThat(without(Part.RETENTION).settings(settings).build()).isNotNull();
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
            "EFFECTIVELY_ONCE_SURVIVES_OUTAGE_OF", "PT30M"));
  }

  @Test
  void aKeyThatNoMessageCanHaveIsRefused() {
    SqsConsumerBuilder<Order> builder =
        SqsConsumer.of(MessageIdentity.of("orders", Order.class, MessageKey.jsonPointer("")));
    EnumSet.allOf(Part.class).forEach(part -> part.addTo(builder));

    assertRefused(builder, "The key of consumer orders points at");
  }

  @Test
  void aMarginOfAQuarterOfAnHourIsTaken() {
    assertThat(complete().leaseMargin(Duration.ofMinutes(15)).build()).isNotNull();
  }

  @Test
  void namesAllRequiredPartsThatAreMissingAndWhatToGiveAsEach() {
    assertRefused(
        SqsConsumer.of(MessageIdentity.of("orders", Order.class, MessageKey.of(Order::orderId))),
        "The consumer orders has no onAbandonedClaim, retention, store, handler",
        "onAbandonedClaim: Choose RERUN or HOLD; retention: Set it, or pass LambdaSettings to"
            + " settings(...); store: Pass a DynamoDbStore; handler: Pass the code");
  }

  @ParameterizedTest
  @MethodSource
  void namesTheRequiredPartThatIsMissing(String part, SqsConsumerBuilder<Order> builder) {
    assertRefused(builder, "consumer orders has no " + part);
  }

  static Stream<Arguments> namesTheRequiredPartThatIsMissing() {
    return Stream.of(
        Arguments.of("onAbandonedClaim", without(Part.POLICY)),
        Arguments.of("store", without(Part.STORE)),
        Arguments.of("retention", without(Part.RETENTION)),
        Arguments.of("handler", without(Part.HANDLER)));
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
        mistake("negative reserve", b -> b.reserve(Duration.ofMillis(-1)), "reserve"),
        mistake("no concurrency", b -> b.concurrency(0), "concurrency"),
        mistake(
            "no receives", b -> b.maxReceiveCount(0), "maxReceiveCount of consumer orders is 0"),
        mistake("negative result limit", b -> b.maxResultBytes(-1), "result limit"),
        mistake("result over 350 KiB", b -> b.maxResultBytes(350 * 1024 + 1), "result limit"),
        mistake("no retention", b -> b.retention(Duration.ZERO), "retention"),
        mistake("negative retention", b -> b.retention(Duration.ofDays(-1)), "retention"),
        mistake("short retention", b -> b.retention(Duration.ofMinutes(59)), "retention"),
        mistake("endless retention", b -> b.retention(Duration.ofDays(40_000_000)), "retention"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "with space", "with#hash", "umläut"})
  void refusesANameThatCantScopeKeys(String name) {
    assertThatThrownBy(() -> MessageIdentity.of(name, Order.class, MessageKey.of(Order::orderId)))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("\"" + name + "\"");
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
    return with(EnumSet.allOf(Part.class));
  }

  private static SqsConsumerBuilder<Order> without(Part missing) {
    return with(EnumSet.complementOf(EnumSet.of(missing)));
  }

  private static SqsConsumerBuilder<Order> with(Set<Part> parts) {
    SqsConsumerBuilder<Order> builder = SqsConsumer.of(Bench.orders());
    parts.forEach(part -> part.addTo(builder));
    return builder;
  }
}
