package dev.effectivelyonce.tests.http;

import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.HOLD;
import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.RERUN;
import static dev.effectivelyonce.tests.http.Bench.PAY;
import static dev.effectivelyonce.tests.http.OutcomesToHttpTest.isProblem;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.effectivelyonce.core.store.IdempotencyStore.Verb;
import dev.effectivelyonce.http.ApiResponse;
import org.junit.jupiter.api.Test;

/** A process dies, or an answer is lost, around each step of a request. */
class DeathsTest {
  @Test
  void beforeTheEffectTheRepetitionWaitsForTheLeaseAndRuns() {
    Bench bench = new Bench(RERUN);
    bench.store.afterNext(Verb.CLAIM, DeathsTest::die);
    assertDies(bench);

    isProblem(repeat(bench), 409, "in-flight");
    bench.lapse();

    assertThat(repeat(bench).status()).isEqualTo(201);
    assertThat(bench.booked).hasValue(1);
  }

  @Test
  void afterTheEffectTheRepetitionRunsAgainUnderRerun() {
    Bench bench = new Bench(RERUN);
    bench.store.beforeNext(Verb.COMPLETE, DeathsTest::die);
    assertDies(bench);
    bench.lapse();

    assertThat(repeat(bench).body().text()).isEqualTo("{\"booking\":2}");
    assertThat(repeat(bench).body().text()).isEqualTo("{\"booking\":2}");
  }

  @Test
  void afterTheEffectTheRepetitionIsHeldUnderHold() {
    Bench bench = new Bench(HOLD);
    bench.store.beforeNext(Verb.COMPLETE, DeathsTest::die);
    assertDies(bench);
    bench.lapse();

    isProblem(repeat(bench), 409, "held");
    assertThat(bench.booked).hasValue(1);
  }

  @Test
  void afterTheCompletionTheRepetitionGetsTheAnswerThatWasLost() {
    Bench bench = new Bench(RERUN);
    bench.store.afterNext(Verb.COMPLETE, DeathsTest::die);
    assertDies(bench);

    ApiResponse second = repeat(bench);

    assertThat(second.status()).isEqualTo(201);
    assertThat(second.body().text()).isEqualTo("{\"booking\":1}");
    assertThat(second.header("Idempotent-Replayed")).contains("true");
    assertThat(bench.booked).hasValue(1);
  }

  @Test
  void aLostAnswerOfTheStoreToTheCompletionIsAsked() {
    Bench bench = new Bench(RERUN);
    bench.store.loseAnswerOfNext(Verb.COMPLETE, 1);

    ApiResponse first = repeat(bench);

    assertThat(first.status()).isEqualTo(201);
    assertThat(first.header("Idempotent-Replayed")).isEmpty();
    assertThat(bench.booked).hasValue(1);
  }

  @Test
  void aLostAnswerOfTheStoreToTheClaimStartsNothing() {
    Bench bench = new Bench(RERUN);
    bench.store.loseAnswerOfNext(Verb.CLAIM, 1);

    isProblem(repeat(bench), 503, "not-started");

    assertThat(repeat(bench).body().text()).isEqualTo("{\"booking\":1}");
  }

  @Test
  void aClockThatIsAheadDoesNotTakeOverWithinTheMargin() {
    Bench bench = new Bench(RERUN);
    bench.store.afterNext(Verb.CLAIM, DeathsTest::die);
    assertDies(bench);
    bench.clock.advance(Bench.TIMEOUT.plus(Bench.MARGIN).minusMillis(1));

    isProblem(repeat(bench), 409, "in-flight");
  }

  private static ApiResponse repeat(Bench bench) {
    return bench.send(bench.builder().build(), PAY);
  }

  private static void assertDies(Bench bench) {
    assertThatExceptionOfType(InternalError.class).isThrownBy(() -> repeat(bench));
  }

  private static void die() {
    throw new InternalError("the process died");
  }
}
