package dev.effectivelyonce.tests.sqs;

import static dev.effectivelyonce.tests.sqs.Bench.standard;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.DeployedFunction;
import dev.effectivelyonce.core.engine.ClaimMode;
import dev.effectivelyonce.core.engine.ConsumerMode;
import dev.effectivelyonce.core.engine.Transition;
import dev.effectivelyonce.core.engine.Transition.Kind;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.key.Fingerprint;
import dev.effectivelyonce.core.retry.Backoff;
import dev.effectivelyonce.core.store.Listing;
import dev.effectivelyonce.sqs.LambdaSettings;
import dev.effectivelyonce.sqs.SqsConsumer;
import dev.effectivelyonce.sqs.SqsConsumerBuilder;
import dev.effectivelyonce.testkit.InMemoryEffects;
import dev.effectivelyonce.testkit.sqs.SqsRecord;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Duplicates behind which an event may be lost: skipped as ever, and remarked upon. */
class DoubtfulDuplicateTest {
  private final Bench bench = new Bench();
  private final List<Transition> told = new CopyOnWriteArrayList<>();

  private static LambdaSettings deployedAs(String consumer, String function) {
    return new LambdaSettings(
        "table",
        Duration.ofDays(19),
        20,
        ConsumerMode.ENFORCE,
        Listing.DOUBTFUL,
        Optional.empty(),
        Backoff.standard(),
        Optional.empty(),
        new DeployedFunction(Optional.of(consumer), Optional.of(function)));
  }

  private SqsConsumerBuilder<Order> consumer() {
    return bench.consumer().observer(told::add);
  }

  private SqsConsumer<Order> in(String function) {
    return consumer().settings(deployedAs("orders", function)).build();
  }

  private List<Kind> kinds() {
    return told.stream().map(Transition::kind).toList();
  }

  @Test
  void whatAFunctionOfAnotherNameDidIsToldBeforeTheDuplicate() {
    bench.failed(in("orders-one"), standard("a", "order-1"));
    told.clear();

    assertThat(bench.failed(in("orders-two"), standard("b", "order-1"))).isEmpty();

    assertThat(kinds()).containsExactly(Kind.FOREIGN_DUPLICATE, Kind.DUPLICATE);
    assertThat(told.getFirst().why().orElseThrow().text()).contains("orders-one");
    assertThat(bench.ran()).hasSize(1);
  }

  @Test
  void whatTheFunctionDidItselfIsAPlainDuplicate() {
    bench.failed(in("orders-one"), standard("a", "order-1"));
    bench.failed(in("orders-one"), standard("b", "order-1"));

    assertThat(kinds()).containsExactly(Kind.CLAIMED, Kind.EXECUTED, Kind.DUPLICATE);
  }

  @Test
  void aFunctionWhoseNameIsNotKnownRemarksOnNothing() {
    bench.failed(in("orders-one"), standard("a", "order-1"));
    bench.failed(consumer().build(), standard("b", "order-1"));
    bench.failed(consumer().build(), standard("c", "order-2"));
    assertThat(bench.failed(in("orders-one"), standard("d", "order-2"))).isEmpty();

    assertThat(kinds()).doesNotContain(Kind.FOREIGN_DUPLICATE);
  }

  @ParameterizedTest
  @EnumSource
  void anotherPayloadUnderADoneKeyIsToldBeforeTheDuplicate(ClaimMode claims) {
    SqsConsumer<Order> consumer = committing(claims);
    bench.failed(consumer, standard("a", "order-1"));
    told.clear();

    assertThat(bench.failed(consumer, other("b"))).isEmpty();

    assertThat(kinds()).containsExactly(Kind.OTHER_PAYLOAD, Kind.DUPLICATE);
  }

  @ParameterizedTest
  @EnumSource
  void anotherPayloadInTheSameBatchIsToldToo(ClaimMode claims) {
    assertThat(bench.failed(committing(claims), standard("a", "order-1"), other("b"))).isEmpty();

    assertThat(kinds()).contains(Kind.EXECUTED, Kind.OTHER_PAYLOAD, Kind.DUPLICATE);
  }

  @Test
  void aConsumerWithAFingerprintComparesThatAlone() {
    SqsConsumer<Order> consumer =
        bench
            .consumer(Bench.orders().fingerprint(order -> Fingerprint.of(order.orderId())))
            .observer(told::add)
            .build();
    bench.failed(consumer, standard("a", "order-1"));

    bench.failed(consumer, other("b"));

    assertThat(kinds()).doesNotContain(Kind.OTHER_PAYLOAD);
  }

  @Test
  void aConsumerWhoseStackNamesItOtherwiseIsRefusedWithTheRemedy() {
    SqsConsumerBuilder<Order> builder = consumer().settings(deployedAs("payments", "payments-one"));

    assertThatThrownBy(builder::build)
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("payments")
        .hasMessageContaining("orders")
        .hasMessageContaining("consumerName");
  }

  private SqsConsumer<Order> committing(ClaimMode claims) {
    InMemoryEffects nothing = InMemoryEffects.of(() -> {});
    return bench
        .on("order-1", HandlerResult.commit(nothing))
        .consumer()
        .claims(claims)
        .observer(told::add)
        .build();
  }

  /** The same key, and another amount. */
  private static SqsRecord other(String messageId) {
    return standard(messageId, "order-1").body(Order.json("order-1", 9900));
  }
}
