package dev.effectivelyonce.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.cli.Bench.Run;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Settlement;
import dev.effectivelyonce.core.record.Stamp;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.record.Step;
import dev.effectivelyonce.core.record.StoredResult;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class SettleStepTest extends CommandTest {
  private static final RecordId ID = Bench.id("O-1");

  private Run run(String... words) {
    return bench.run(
        Bench.words(
            words[0] + " --consumer=orders --key=O-1", Arrays.copyOfRange(words, 1, words.length)));
  }

  private IdempotencyRecord found() {
    return bench.store().find(ID).orElseThrow();
  }

  private Step charge() {
    return found().step("charge").orElseThrow();
  }

  @Test
  void stepsAreShownWithoutWhatTheyCameToAndWhatToDoIsAboutTheOneInDoubt() {
    bench.heldInStep("O-1");

    Golden.check("inspect-steps.txt", bench.stable(run("inspect").out()));
    Golden.check("inspect-steps.json", bench.stable(run("inspect", "--output=json").out()));
  }

  @Test
  void aStepThatHappenedIsSettledWithItsResultAndTheRecordIsReleased() {
    bench.heldInStep("O-1");
    bench.write("result.json", "{ \"receipt\": \"r-7\" }\n");

    Run run =
        bench.runAnswering(
            "y\n",
            "settle completed --step=charge --result=result.json --consumer=orders --key=O-1");

    assertThat(run.exitCode()).isZero();
    assertThat(run.err()).contains("Settle step charge as DONE? [y/N]", "goes on from there");
    assertThat(found().status()).isEqualTo(Status.RETRYABLE);
    assertThat(charge().result()).isEqualTo(new StoredResult.Text("{ \"receipt\": \"r-7\" }"));
  }

  @Test
  void aStepThatDidNotHappenIsSettledForRetry() {
    bench.heldInStep("O-1");

    assertThat(run("settle", "retry", "--step=charge", "--yes").exitCode()).isZero();

    assertThat(found().status()).isEqualTo(Status.RETRYABLE);
    assertThat(charge().state()).isEqualTo(Step.State.NOT_DONE);
  }

  @Test
  void aStepThatIsNotThereOrNotInDoubtIsRefused() {
    IdempotencyRecord held = bench.heldInStep("O-1");

    Run unknown = run("settle", "retry", "--step=ship", "--yes");
    assertThat(unknown.exitCode()).isEqualTo(1);
    assertThat(unknown.err()).contains("no step ship", "It has: reserve, charge");
    Run done = run("settle", "retry", "--step=reserve", "--yes");
    assertThat(done.exitCode()).isEqualTo(1);
    assertThat(done.err()).contains("reserve is DONE: nothing about it is in doubt");
    assertThat(found()).isEqualTo(held);
  }

  @Test
  void aStepWhoseResultWasNotKeptIsGivenOne() {
    IdempotencyRecord mine = bench.claimed("O-1");
    Step large =
        Step.unbegun("charge", 1, 1)
            .done(new StoredResult.Omitted(StoredResult.Reason.TOO_LARGE, 20_000));
    bench.store().note(mine, large, mine.stamp());
    bench.write("result.json", "7");

    assertThat(run("settle", "completed", "--step=charge", "--yes").exitCode()).isEqualTo(1);
    assertThat(
            run("settle", "completed", "--step=charge", "--result=result.json", "--yes").exitCode())
        .isZero();
    assertThat(charge().result()).isEqualTo(new StoredResult.Text("7"));
  }

  @Test
  void aResultWithoutAStepThatIsCompletedIsWrongUsage() {
    bench.heldInStep("O-1");

    assertThat(run("settle", "completed", "--result=r.json", "--yes").exitCode()).isEqualTo(2);
    assertThat(run("settle", "retry", "--step=charge", "--result=r.json", "--yes").exitCode())
        .isEqualTo(2);
  }

  @Test
  void aCompletedRecordAndOneThatChangedAreLeftAsTheyAre() {
    IdempotencyRecord held = bench.heldInStep("O-1");
    Stamp stamp = Stamp.of(Bench.LATER, Bench.RETENTION);

    Run changed =
        bench.runDoing(
            () -> bench.store().settle(held, Settlement.COMPLETED, stamp),
            "settle retry --step=charge --consumer=orders --key=O-1");

    assertThat(changed.exitCode()).isEqualTo(1);
    assertThat(run("settle", "retry", "--step=charge", "--yes").err())
        .contains("nothing about it is in doubt");
    assertThat(charge().state()).isEqualTo(Step.State.INTENT);
  }
}
