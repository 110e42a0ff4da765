package dev.effectivelyonce.tests.sqs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.engine.CapturedLog;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.key.Fingerprint;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.core.store.IdempotencyStore.Verb;
import dev.effectivelyonce.core.store.StoreException;
import dev.effectivelyonce.sqs.MessageHandler;
import dev.effectivelyonce.sqs.MessageIdentity;
import dev.effectivelyonce.sqs.MessageKey;
import dev.effectivelyonce.sqs.SqsConsumer;
import dev.effectivelyonce.testkit.sqs.SqsRecord;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Every content of these messages holds one word, which no log line of any level may hold. */
class NothingOfAMessageInTheLogTest {
  private static final String WORD = "ZAPHOD";

  private final Bench bench = new Bench();

  @Test
  void whenEverythingGoesWell() {
    List<String> lines = linesOf(completing(), message("a").body(Order.json(WORD)));

    assertThat(lines).anyMatch(line -> line.contains("EXECUTED"));
  }

  @Test
  void whenTheHandlerFailsInEveryWay() {
    for (AbandonedClaimPolicy policy : AbandonedClaimPolicy.values()) {
      SqsConsumer<Order> consumer =
          bench.consumer().onAbandonedClaim(policy).handler(quoting()).build();
      List<String> lines =
          linesOf(consumer, message("a").body(Order.json(policy + WORD)), retried(policy));

      assertThat(lines)
          .anyMatch(
              line -> line.contains(policy == AbandonedClaimPolicy.HOLD ? "HELD" : "RELEASED"));
    }
  }

  @Test
  void whenTheMessagesCantBeRead() {
    SqsConsumer<Order> consumer = completing();
    List<String> lines =
        linesOf(
            consumer,
            message("a").body(WORD),
            message("b").body("{\"" + WORD + "\":"),
            message("c").body("{\"orderId\":{\"" + WORD + "\":1}}"),
            message("d").body("{\"orderId\":\"" + WORD + "\",\"amountCents\":\"" + WORD + "\"}"),
            message("e").body("[\"" + WORD + "\"]"),
            message("f").body(Order.json(WORD.repeat(500))),
            message("g").body(Order.json(WORD + "\\uD83D")),
            message("h").body(Order.json("h" + WORD)).with(m -> m.setEventSourceArn(null)));

    assertThat(lines).filteredOn(line -> line.contains("outcome=UNREADABLE")).hasSize(8);
  }

  @Test
  void whenKeyAndFingerprintFunctionsThrow() {
    linesOf(
        bench
            .consumer(
                MessageIdentity.of(
                    "orders", Order.class, MessageKey.of(order -> quote(order.orderId()))))
            .build(),
        message("a").body(Order.json(WORD)));
    linesOf(
        bench
            .consumer(Bench.orders().fingerprint(order -> Fingerprint.of(quote(order.orderId()))))
            .build(),
        message("b").body(Order.json(WORD)));
  }

  @Test
  void whenAKeyIsReusedOrInFlightOrSettledByOthers() {
    SqsConsumer<Order> consumer =
        bench
            .consumer(Bench.orders().fingerprint(order -> Fingerprint.of(order.amountCents())))
            .build();
    SqsRecord other = message("other").body(Order.json(WORD, 2));
    bench.on(
        WORD,
        (order, delivery) -> {
          bench.failed(consumer, message("inside").body(Order.json(WORD)));
          return HandlerResult.completed();
        });

    List<String> lines = linesOf(consumer, message("a").body(Order.json(WORD)), other);

    assertThat(lines)
        .anyMatch(line -> line.contains("IN_FLIGHT"))
        .anyMatch(line -> line.contains("KEY_REUSED"));
  }

  @Test
  void whenTheStoreTheObserverAndTheVisibilityFail() {
    SqsConsumer<Order> consumer =
        bench
            .consumer()
            .observer(
                transition -> {
                  throw new IllegalStateException("observer");
                })
            .visibility(
                (changes, deadline) -> {
                  throw new IllegalStateException("visibility");
                })
            .build();
    bench.store.failNext(Verb.CLAIM, 1, StoreException.Kind.MISCONFIGURED);
    bench.store.failNext(Verb.COMPLETE, 1, StoreException.Kind.UNREADABLE);

    linesOf(consumer, message("a").body(Order.json(WORD)));
    List<String> lines = linesOf(consumer, message("b").body(Order.json(WORD)));

    assertThat(lines).anyMatch(line -> line.contains("UNRECORDED"));
  }

  private List<String> linesOf(SqsConsumer<Order> consumer, SqsRecord... batch) {
    try (CapturedLog log = CapturedLog.of("dev.effectivelyonce")) {
      bench.failed(consumer, batch);
      assertThat(log.lines()).isNotEmpty().noneMatch(line -> line.contains(WORD));
      return log.lines();
    }
  }

  private SqsConsumer<Order> completing() {
    return bench.consumer().build();
  }

  /** As handlers do: an exception that quotes what it could not handle. */
  private static MessageHandler<Order> quoting() {
    return (order, delivery) -> {
      throw new IllegalStateException(
          "No " + order + " in " + delivery.message().body(), new RuntimeException(WORD));
    };
  }

  private static String quote(String content) {
    throw new IllegalArgumentException(content);
  }

  private static SqsRecord retried(AbandonedClaimPolicy policy) {
    return message("b").body(Order.json("b" + policy + WORD)).receiveCount(3);
  }

  private static SqsRecord message(String id) {
    return SqsRecord.of(Bench.STANDARD, id)
        .group(WORD)
        .attribute("attribute", WORD)
        .binaryAttribute("binary", new byte[] {1});
  }
}
