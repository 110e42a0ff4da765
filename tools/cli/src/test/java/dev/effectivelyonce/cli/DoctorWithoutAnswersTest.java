package dev.effectivelyonce.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.cli.Bench.Run;
import dev.effectivelyonce.operations.bench.StubAws;
import java.io.StringReader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the doctor tells of that which is missing, refused or away. */
class DoctorWithoutAnswersTest extends CommandTest {
  private final StubAws lambda = new StubAws();

  @BeforeEach
  void prepare() {
    bench.keepRules();
  }

  @AfterEach
  void close() {
    lambda.close();
  }

  @Test
  void aMissingQueueAndAMissingTableAreErrorsWithTheirRemedy() {
    bench.write(
        "effectively-once.json",
        "{\"consumers\":[{\"name\":\"o\",\"queue\":\"Q\",\"table\":\"Tab\",\"key\":\"/a\"}]}");

    Run run = bench.run("doctor", "--endpoint=lambda=" + lambda.endpoint());

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out())
        .contains("ERROR     Q: The queue \"Q\" does not exist")
        .contains("ERROR     Tab: the table does not exist")
        .contains("give --stack or --outputs");
  }

  @Test
  void aMissingRightIsToldAsNotCheckedAndIsNoError() {
    lambda.on(
        "event-source-mappings",
        403,
        "{\"Message\":\"User: arn:aws:iam::1:user/x is not authorized to perform:"
            + " lambda:ListEventSourceMappings on resource: *\"}");

    Run run = bench.run("doctor", "--endpoint=lambda=" + lambda.endpoint());

    assertThat(run.exitCode()).isZero();
    assertThat(run.out())
        .contains("could not check what reads it: the right lambda:ListEventSourceMappings is");
  }

  @Test
  void anEndpointThatDoesNotAnswerIsToldAsNotChecked() {
    Run run = bench.bare(new StringReader(""), "doctor --endpoint=http://127.0.0.1:1");

    assertThat(run.exitCode()).isEqualTo(3);
    assertThat(run.out())
        .contains("could not check the table: nothing answers there")
        .contains("Nothing answers at http://127.0.0.1:1: Is it running? Check --endpoint.");
  }

  @Test
  void withEnginesOfThisMachineAloneAwsItselfIsNotAsked() {
    Run run = bench.run("doctor");

    assertThat(run.err()).isEmpty();
    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).contains("not checked: no endpoint for lambda was given");

    Run lambdaAlone =
        bench.bare(new StringReader(""), "doctor", "--endpoint=lambda=" + lambda.endpoint());
    assertThat(lambdaAlone.exitCode()).isEqualTo(3);
    assertThat(lambdaAlone.out())
        .contains("no endpoint for sqs was given", "no endpoint for dynamodb was given");
  }
}
