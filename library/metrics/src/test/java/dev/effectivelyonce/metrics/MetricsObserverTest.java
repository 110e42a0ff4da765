package dev.effectivelyonce.metrics;

import static dev.effectivelyonce.core.engine.Transition.Kind.CLAIMED;
import static dev.effectivelyonce.core.engine.Transition.Kind.DUPLICATE;
import static dev.effectivelyonce.core.engine.Transition.Kind.EXECUTED;
import static dev.effectivelyonce.core.engine.Transition.Kind.HELD;
import static dev.effectivelyonce.core.engine.Transition.Kind.TAKEN_OVER;
import static dev.effectivelyonce.core.engine.Transition.Kind.UNRECORDED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import com.fasterxml.jackson.databind.JsonNode;
import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.engine.MetricNames;
import dev.effectivelyonce.core.engine.Transition;
import dev.effectivelyonce.core.engine.UnreadMessage;
import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.ErrorSummary;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class MetricsObserverTest {
  private final Lines lines = new Lines();
  private final MetricsObserver metrics = new MetricsObserver("orders-dev", lines);

  /** What CloudWatch is sent never changes by accident: alarms and dashboards know it. */
  @Test
  void aBatchIsOneLineAsRecorded() throws IOException {
    metrics.onTransition(Transitions.of(CLAIMED, 7));
    metrics.onTransition(Transitions.of(CLAIMED, 9));
    metrics.onTransition(Transitions.of(TAKEN_OVER, 12));
    metrics.onTransition(Transitions.held(EXECUTED, 40));
    metrics.onTransition(Transitions.held(UNRECORDED, 50));
    metrics.onTransition(Transitions.of(DUPLICATE, 6));
    metrics.onTransition(Transitions.of(DUPLICATE, 6));
    metrics.flush();

    Path golden = Path.of("src/test/resources/batch.json");
    assertThat(lines.texts()).containsExactly(Files.readString(golden).strip());
  }

  @Test
  void writesThatWentOneByOneAreCounted() throws IOException {
    ConsumerName orders = new ConsumerName("orders");
    metrics.onUngrouped(orders, 10, Transitions.of(CLAIMED, 7).at());
    metrics.onUngrouped(orders, 3, Transitions.of(CLAIMED, 7).at());
    metrics.flush();

    assertThat(lines.texts()).singleElement(STRING).contains("\"ungrouped\":13");
  }

  @Test
  void theAgesOfMessagesThatGoBackAreInTheLine() {
    Instant at = Transitions.of(CLAIMED, 7).at();
    ConsumerName orders = new ConsumerName("orders");
    metrics.onReturned(orders, at.minusSeconds(900), at);
    metrics.onReturned(orders, at.minusSeconds(60), at);
    metrics.onReturned(orders, at.plusSeconds(1), at);
    metrics.flush();

    assertThat(lines.texts())
        .singleElement(STRING)
        .contains("\"givenBack.oldest\":[900000,60000,0]");
  }

  @Test
  void answersOfACacheAreCountedByConsumer() {
    RecordId order = RecordId.of(new ConsumerName("orders"), BusinessKey.of("o-1001"));
    metrics.onCacheHit(order, Transitions.of(DUPLICATE, 7).at());
    metrics.onCacheHit(order, Transitions.of(DUPLICATE, 7).at());
    metrics.flush();

    assertThat(lines.texts())
        .singleElement(STRING)
        .contains("\"dedup.cache.hit\":2", "\"consumer\":\"orders\"");
  }

  /** Such as the variable of Lambda where there is no Lambda. */
  @ParameterizedTest
  @NullSource
  @ValueSource(strings = {"", " "})
  @SuppressWarnings("NullAway")
  void aFunctionWithoutANameIsToldAtItsStart(String name) {
    assertThatThrownBy(() -> MetricsObserver.toStandardOutput(name))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("AWS_LAMBDA_FUNCTION_NAME");
  }

  @Test
  void aServiceOutsideLambdaHasANameOfItsOwn() {
    assertThatNoException()
        .isThrownBy(
            () ->
                new MetricsObserverProvider()
                    .observerOf(Map.of("EFFECTIVELY_ONCE_SERVICE", "shipping")));
  }

  @ParameterizedTest
  @EnumSource
  void everyKindOfTransitionHasItsCount(Transition.Kind kind) {
    metrics.onTransition(Transitions.of(kind, 1));
    metrics.flush();

    assertThat(lines.all().getFirst().get(MetricNames.of(kind)).asLong()).isEqualTo(1);
    assertThat(lines.sum()).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource
  void messagesThatCantBeReadAreCounted(UnreadMessage.Kind kind) {
    UnreadMessage message =
        new UnreadMessage(
            kind, new ConsumerName("orders"), Instant.EPOCH, new ErrorSummary("It is no JSON"));
    metrics.onUnreadable(message);
    metrics.onUnreadable(message);
    metrics.flush();

    assertThat(lines.sum(MetricNames.of(kind))).isEqualTo(2);
  }

  @Test
  void nothingHappenedIsNoLine() {
    metrics.flush();

    assertThat(lines.all()).isEmpty();
  }

  @Test
  void consumersThatShareAFunctionHaveALineEach() {
    ConsumerName other = new ConsumerName("payments");
    metrics.onTransition(Transitions.of(CLAIMED, 1));
    metrics.onTransition(Transitions.of(other, CLAIMED, 1, Optional.empty()));
    metrics.flush();

    assertThat(lines.all())
        .extracting(line -> line.get("consumer").asText())
        .containsExactly("orders", "payments");
    assertThat(lines.all())
        .extracting(line -> line.get("function").asText())
        .containsOnly("orders-dev");
  }

  @Test
  void aLineThatCantBeWrittenLosesNoOther() {
    ConsumerName other = new ConsumerName("payments");
    IllegalStateException closed = new IllegalStateException("closed");
    List<String> refused = new ArrayList<>();
    MetricsObserver torn =
        new MetricsObserver(
            "orders-dev",
            line -> {
              if (refused.isEmpty()) {
                refused.add(line);
                throw closed;
              }
              lines.accept(line);
            });
    IntStream.range(0, 150).forEach(i -> torn.onTransition(Transitions.of(CLAIMED, i)));
    torn.onTransition(Transitions.of(other, CLAIMED, 1, Optional.empty()));

    assertThatThrownBy(torn::flush).isSameAs(closed);

    assertThat(lines.all())
        .extracting(line -> line.get("consumer").asText())
        .containsExactly("orders", "payments");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 99, 100, 101, 2_500, 10_000, 10_001})
  void alargeBatchLosesNoCountAndNoDuration(int messages) {
    IntStream.range(0, messages).forEach(i -> metrics.onTransition(Transitions.of(CLAIMED, i)));
    IntStream.range(0, messages).forEach(i -> metrics.onTransition(Transitions.held(EXECUTED, i)));
    metrics.flush();

    assertThat(lines.sum("dedup.miss")).isEqualTo(messages);
    assertThat(lines.sum("executed")).isEqualTo(messages);
    assertThat(lines.values("claimLatency")).hasSize(messages);
    assertThat(lines.values("attemptAge")).hasSize(messages).contains(messages - 1L);
    assertThat(lines.all())
        .allSatisfy(line -> assertThat(line.path("claimLatency").size()).isLessThanOrEqualTo(100))
        .allSatisfy(line -> assertThat(line.path("attemptAge").size()).isLessThanOrEqualTo(100));
    assertThat(lines.texts()).allSatisfy(text -> assertThat(text.length()).isLessThan(10_000));
  }

  @Test
  void whereNobodyFlushesDurationsDoNotPileUp() {
    IntStream.range(0, 30_000).forEach(i -> metrics.onTransition(Transitions.of(CLAIMED, i)));

    assertThat(lines.sum("dedup.miss")).isEqualTo(30_000);
  }

  @Test
  void anEndWithoutAClaimHasNoAge() {
    metrics.onTransition(Transitions.of(HELD, 30));
    metrics.flush();

    assertThat(lines.values("attemptAge")).isEmpty();
  }

  @Test
  void aClockThatWasSetBackShowsNothingBelowZero() {
    metrics.onTransition(Transitions.of(CLAIMED, -30));
    metrics.flush();

    assertThat(lines.values("claimLatency")).containsExactly(0L);
  }

  /** The seed is in the name of the test. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void whateverHappensTheLinesAddUpToTheTransitions(long seed) {
    Random random = new Random(seed);
    Transition.Kind[] kinds = Transition.Kind.values();
    int told = random.nextInt(3_000);
    for (int i = 0; i < told; i++) {
      metrics.onTransition(
          Transitions.held(kinds[random.nextInt(kinds.length)], random.nextInt(10_000)));
      if (random.nextInt(200) == 0) {
        metrics.flush();
      }
    }
    metrics.flush();

    assertThat(lines.sum()).isEqualTo(told);
    assertThat(lines.values("claimLatency"))
        .hasSize((int) (lines.sum("dedup.miss") + lines.sum("takenOver")));
    assertThat(lines.all()).allSatisfy(MetricsObserverTest::namesWhatItHolds);
  }

  @Test
  void writesToWhateverStandardOutputIsAtTheTime() {
    PrintStream before = System.out;
    ByteArrayOutputStream written = new ByteArrayOutputStream();
    MetricsObserver toOutput = MetricsObserver.toStandardOutput("orders-dev");
    try {
      System.setOut(new PrintStream(written, false, StandardCharsets.UTF_8));
      toOutput.onTransition(Transitions.of(CLAIMED, 1));
      toOutput.flush();
    } finally {
      System.setOut(before);
    }

    assertThat(written.toString(StandardCharsets.UTF_8)).startsWith("{\"_aws\":").endsWith("}\n");
  }

  private static void namesWhatItHolds(JsonNode line) {
    List<String> named =
        line.at("/_aws/CloudWatchMetrics/0/Metrics").findValuesAsText("Name").stream().toList();
    List<String> held = line.properties().stream().map(java.util.Map.Entry::getKey).toList();
    assertThat(held).containsAll(named).hasSize(named.size() + 3);
  }
}
