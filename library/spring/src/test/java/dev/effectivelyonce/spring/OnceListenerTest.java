package dev.effectivelyonce.spring;

import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.HOLD;
import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.RERUN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.effectivelyonce.core.engine.FatalProcessError;
import dev.effectivelyonce.core.handler.Attempt;
import dev.effectivelyonce.core.handler.Effects;
import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.key.InvalidKeyException;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.once.HeldException;
import dev.effectivelyonce.core.once.TryAgainException;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.steps.StepPolicy;
import dev.effectivelyonce.core.steps.Steps;
import dev.effectivelyonce.testkit.InMemoryEffects;
import dev.effectivelyonce.testkit.InMemoryStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.messaging.handler.annotation.Payload;
import org.springframework.validation.Errors;
import org.springframework.validation.Validator;
import org.springframework.validation.annotation.Validated;

/** A method with {@link Once}, invoked as a container of Spring does it. */
class OnceListenerTest {
  record Order(String orderId, @Nullable String tenant) {}

  private final InMemoryStore store = new InMemoryStore();
  private final Object hidden = new CompletableFuture<String>();
  private final List<String> ran = new ArrayList<>();
  private final MethodBench bench =
      new MethodBench(store, () -> ran.add("fatal"), Surrounding::none);

  @BeforeEach
  void prepare() {
    bench.factory.setValidator(
        new Validator() {
          @Override
          public boolean supports(Class<?> type) {
            return true;
          }

          @Override
          public void validate(Object target, Errors errors) {
            errors.reject("refused");
          }
        });
    bench.factory.afterPropertiesSet();
  }

  @Once(consumer = "committed", key = "#payload.orderId", onAbandonedClaim = RERUN)
  Effects commits(@Payload Order order) {
    return InMemoryEffects.of(() -> ran.add(order.orderId()));
  }

  @Once(consumer = "stepped", key = "#payload.orderId", onAbandonedClaim = HOLD)
  String steps(@Payload Order order, Attempt attempt, Steps steps) throws Exception {
    return steps.run(
        "charge",
        StepPolicy.rerun(String.class),
        key -> {
          ran.add("step of " + attempt.key());
          return "answer";
        });
  }

  @Once(consumer = "slow", key = "#payload.orderId", onAbandonedClaim = RERUN)
  void lasts(@Payload Order order) {
    bench.timers.advance(Duration.ofSeconds(90));
  }

  @Once(consumer = "broken", key = "#payload.orderId", onAbandonedClaim = RERUN)
  void breaks(@Payload Order order) {
    throw new IllegalStateException("broken");
  }

  @Once(consumer = "full", key = "#payload.orderId", onAbandonedClaim = RERUN)
  void fillsTheMemory(@Payload Order order) {
    throw new OutOfMemoryError("none is left");
  }

  @Once(consumer = "doubtful", key = "#payload.orderId", onAbandonedClaim = HOLD)
  void doubts(@Payload Order order) {
    throw new IllegalStateException("broken");
  }

  @Once(
      consumer = "parts",
      key = "{#payload.tenant, #payload.orderId, #headers['region']}",
      onAbandonedClaim = RERUN)
  void keyOfParts(@Payload Order order) {
    ran.add(order.orderId());
  }

  @Once(consumer = "whole", key = "#payload", onAbandonedClaim = RERUN)
  void keyOfAnObject(@Payload Order order) {}

  @Once(consumer = "missing", key = "#payload.customer", onAbandonedClaim = RERUN)
  void keyThatIsNotThere(@Payload Order order) {}

  @Once(consumer = "forgetful", key = "#payload.orderId", onAbandonedClaim = RERUN)
  @Nullable Effects forgets(@Payload Order order) {
    return null;
  }

  @Once(consumer = "hidden", key = "#payload.orderId", onAbandonedClaim = RERUN)
  Object hidesItsFuture(@Payload Order order) {
    return hidden;
  }

  @Once(consumer = "unfit", key = "#payload.orderId", onAbandonedClaim = HOLD)
  void unfit(@Payload @Validated Order order) {
    ran.add(order.orderId());
  }

  void plain(@Payload Order order) {
    ran.add("plain " + order.orderId());
  }

  @Test
  void effectsThatAMethodReturnsAreCommittedWithTheRecord() throws Exception {
    invoke("commits", "O-1");
    invoke("commits", "O-1");

    assertThat(ran).containsExactly("O-1");
    assertThat(status("committed")).isEqualTo(Status.COMPLETED);
  }

  @Test
  void aMethodTakesItsAttemptAndSteps() throws Exception {
    invoke("steps", "O-1");
    invoke("steps", "O-1");

    assertThat(ran).hasSize(1).first().asString().startsWith("step of ");
  }

  @Test
  void claimAndMessageAreKeptFromOthersWhileTheMethodRuns() throws Exception {
    invoke("lasts", "O-1");

    assertThat(bench.visibilities).hasSize(4).allSatisfy(it -> assertThat(it).isBetween(60, 63));
  }

  @Test
  void anExceptionIsPassedOnAndTheEventRunsAgain() {
    assertThatThrownBy(() -> invoke("breaks", "O-1"))
        .isInstanceOf(TryAgainException.class)
        .hasRootCauseMessage("broken");
    assertThat(status("broken")).isEqualTo(Status.RETRYABLE);
  }

  @Test
  void anErrorAfterWhichTheProcessCanNotGoOnIsTold() {
    assertThatThrownBy(() -> invoke("fillsTheMemory", "O-1")).isInstanceOf(FatalProcessError.class);

    assertThat(ran).containsExactly("fatal");
  }

  @Test
  void anEventWhoseEffectIsInDoubtIsHeldAndItsMessageGoesToTheDeadLetters() {
    assertThatThrownBy(() -> invoke("doubts", "O-1")).isInstanceOf(HeldException.class);
    assertThatThrownBy(() -> invoke("doubts", "O-1")).isInstanceOf(HeldException.class);

    assertThat(bench.visibilities).containsExactly(0, 0);
    assertThat(status("doubtful")).isEqualTo(Status.UNKNOWN);
  }

  @ParameterizedTest
  @CsvSource({"forgets, forgetful", "hidesItsFuture, hidden", "unfit, unfit"})
  void whatIsNoEndRunsAgainAlsoIfTheMethodWasNotCalled(String method, String consumer) {
    assertThatThrownBy(() -> invoke(method, "O-1")).isInstanceOf(TryAgainException.class);

    assertThat(ran).isEmpty();
    assertThat(status(consumer)).isEqualTo(Status.RETRYABLE);
  }

  @Test
  void aKeyHasPartsFromThePayloadAndFromHeaders() throws Exception {
    invoke("keyOfParts", "O-1");

    assertThat(store.find(id("parts", BusinessKey.of("T", "O-1", "eu")))).isPresent();
  }

  @ParameterizedTest
  @CsvSource({
    "keyOfAnObject, is a Order",
    "keyThatIsNotThere, can't be read from a Order",
  })
  void aMessageWithoutAKeyRunsNothing(String method, String problem) {
    assertThatThrownBy(() -> invoke(method, "O-1"))
        .isInstanceOf(InvalidKeyException.class)
        .hasMessageContaining(problem);
    assertThat(bench.visibilities).containsExactly(0);
  }

  @Test
  void aMethodWithoutTheAnnotationRunsEachTime() throws Exception {
    invoke("plain", "O-1");
    invoke("plain", "O-1");

    assertThat(ran).containsExactly("plain O-1", "plain O-1");
  }

  private void invoke(String method, String orderId) throws Exception {
    Object ignored = bench.invoke(this, method, new Order(orderId, "T"));
  }

  private Status status(String consumer) {
    return store.find(id(consumer, BusinessKey.of("O-1"))).orElseThrow().status();
  }

  private static RecordId id(String consumer, BusinessKey key) {
    return RecordId.of(new ConsumerName(consumer), key);
  }
}
