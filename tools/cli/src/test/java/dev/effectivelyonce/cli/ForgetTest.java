package dev.effectivelyonce.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.effectivelyonce.cli.Bench.Run;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.operations.bench.FaultyAws;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;

/**
 * What is forgotten runs again: who does that to what is done says why, and is told what it means.
 */
class ForgetTest extends CommandTest {
  private static final RecordId ID = Bench.id("O-1");

  @Test
  void aForgottenRecordIsAsIfNothingHadHappenedAndTheWarningSaysWhatThatMeans() {
    bench.completed("O-1");

    Run run =
        bench.runAnswering(
            "y\n", "forget --consumer=orders --key=O-1", "--reason=Its table was restored");

    assertThat(run.exitCode()).isZero();
    assertThat(run.err())
        .contains("WARNING: this event is done", "AGAIN: its whole handler runs a second time")
        .contains("a new event under an id of its own", "Forget it? [y/N]");
    assertThat(run.out())
        .isEqualTo("Forgotten. The next message that is sent with this key runs.\n");
    assertThat(bench.store().find(ID).orElseThrow().status()).isEqualTo(Status.RETRYABLE);
    assertThat(bench.run("inspect --consumer=orders --key=O-1").out())
        .contains("RETRYABLE", "Forgotten by an operator", "The next delivery runs it.");
  }

  @Test
  void theStepsThatRunAgainAreNamed() {
    bench.heldInStep("O-1");
    bench.run("settle completed --consumer=orders --key=O-1 --yes");

    Run run = bench.run("forget --consumer=orders --key=O-1 --reason=T-7");

    assertThat(run.err()).contains("these steps run a second time", "reserve, charge");
  }

  @Test
  void theRecordAsItWasIsSavedBeforeItIsChangedAndItsTrailHasItToo() throws IOException {
    bench.completed("O-1");

    Run run = forgetSaving("before.json");

    assertThat(run.exitCode()).isZero();
    assertThat(Files.readString(bench.directory().resolve("before.json")))
        .contains("\"status\" : \"COMPLETED\"", "\"owner\" : \"owner-1\"")
        .doesNotContain("secret");
    assertThat(bench.run("inspect --consumer=orders --key=O-1").out())
        .contains("Trail", "FORGET, COMPLETED -> RETRYABLE, by unknown", ": T-7");
  }

  @Test
  void nobodyElseMayReadTheRecordThatIsSaved() throws IOException {
    Path file = bench.directory().resolve("before.json");
    assumeThat(file.getFileSystem().supportedFileAttributeViews()).contains("posix");
    bench.completed("O-1");

    forgetSaving("before.json");

    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
  }

  @Test
  void aRecordThatIsNotForgottenAfterAllWasSavedBefore() {
    IdempotencyRecord completed = bench.completed("O-1");
    try (FaultyAws spoiled =
        new FaultyAws(
            bench.aws.dynamoDbEndpoint(), "TransactWriteItems", 1, FaultyAws.Last.REFUSED)) {
      Run run =
          bench.bare(
              new StringReader(""),
              "forget --consumer=orders --key=O-1 --yes --reason=T-7 --save=before.json",
              "--endpoint=dynamodb=" + spoiled.endpoint());

      assertThat(run.exitCode()).isEqualTo(3);
    }
    assertThat(bench.directory().resolve("before.json"))
        .content()
        .contains("COMPLETED")
        .endsWith("}\n");
    assertThat(bench.store().find(ID)).contains(completed);
  }

  @Test
  void aFileThatIsThereIsLeftAsItIsAndSoIsTheRecord() {
    IdempotencyRecord completed = bench.completed("O-1");
    Path file = bench.write("before.json", "something else");

    Run run = forgetSaving("before.json");
    Run dry =
        bench.run("forget --consumer=orders --key=O-1 --reason=T-7 --dry-run --save=before.json");

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("nothing was changed").doesNotContain("WARNING");
    assertThat(dry.exitCode()).isEqualTo(2);
    assertThat(file).content().isEqualTo("something else");
    assertThat(bench.store().find(ID)).contains(completed);
  }

  @Test
  void aFileThatCanNotBeWrittenLeavesTheRecordAsItIs() {
    IdempotencyRecord completed = bench.completed("O-1");

    Run run = forgetSaving("no-folder/before.json");

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("nothing was changed");
    assertThat(bench.store().find(ID)).contains(completed);
  }

  private Run forgetSaving(String file) {
    return bench.run("forget --consumer=orders --key=O-1 --yes --reason=T-7", "--save=" + file);
  }

  @Test
  void forgettingIsToldAsJson() {
    bench.failed("O-1");

    Run run = bench.run("forget --consumer=orders --key=O-1 --yes --output=json");

    Golden.check("forget.json", bench.stable(run.out()));
  }
}
