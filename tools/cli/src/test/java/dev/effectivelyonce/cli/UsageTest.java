package dev.effectivelyonce.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.cli.Bench.Run;
import dev.effectivelyonce.operations.bench.StubAws;
import java.io.StringReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Exit codes, and errors in one or two lines. */
class UsageTest extends CommandTest {
  @Test
  void theTopCommandDocumentsTheExitCodes() {
    Golden.check("help.txt", bench.bare(new StringReader(""), "--help").out());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "inspect | No record is named",
        "inspect --consumer=orders | No record is named",
        "inspect --key=O-1 | The consumer is not given",
        "inspect --consumer=nobody --key=O-1 | has no consumer \"nobody\"",
        "inspect --consumer=orders --key=O-1 --record-id=x | named in several ways",
        "inspect --consumer=orders --key=O-1 --list=held | exclude each other",
        "inspect --consumer=orders --list=held --limit=0 | The limit is 0",
        "inspect --record-id=orders#short | is not the id of a record",
        "inspect --consumer=orders --message=absent.json | can't be read",
        "inspect --consumer=orders --key=O-1 --key=O-2 | The key of orders has 1 part, 2 are given",
        "inspect --consumer=orders --key= | The business key is empty",
        "inspect --consumer=orders --key=O-1 --config=absent.json | There is no configuration",
        "inspect --consumer=orders --key=O-1 --outputs=absent.json | can't be read",
        "inspect --consumer=orders --key=O-1 --endpoint=nonsense | is not a URL",
        "inspect --consumer=orders --key=O-1 --endpoint=s3=http://h | There is no service \"s3\"",
        "replay --consumer=orders --rate=-1 | The rate per second is -1.0",
        "replay --consumer=orders --decision=SENT | There is no decision SENT",
        "dead-letters | The consumer is not given",
        "dead-letters --consumer=orders --limit=-1 | The limit is -1",
        "dead-letters --consumer=orders --cause= | The cause to replay is blank",
        "dead-letters show id --consumer=orders --compare=absent.json | can't be read",
        "dead-letters discard --consumer=orders --all --reason= | The reason is blank",
        "dead-letters discard --consumer=orders --reason=x | No letters are named or chosen",
        "dead-letters resend id --consumer=orders --body=absent.json | can't be read",
        "replay --consumer=orders --limit=0 | The most messages to replay are 0"
      })
  void wrongUsageIsToldInTwoLinesWithExitCode2(String arguments, String problem) {
    Run run = bench.run(arguments.split(" "));

    assertThat(run.err()).contains(problem).hasLineCount(2);
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "settle, settle",
    "settle maybe, settle",
    "replay, replay",
    "replay --consumer=orders --limit=many, replay",
    "inspect --list=odd, inspect",
    "inspect --output=xml, inspect",
    "inspect --nonsense, inspect"
  })
  void whatPicocliRefusesIsToldInALineWithWhereToReadOn(String arguments, String command) {
    Run run = bench.run(arguments.split(" "));

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err())
        .hasLineCount(2)
        .endsWith("See: effectively-once " + command + " --help" + System.lineSeparator());
  }

  @Test
  void anUnknownCommandIsRefusedAndNoCommandIsShownWhatThereIs() {
    Run unknown = bench.bare(new StringReader(""), "inspct");
    assertThat(unknown.exitCode()).isEqualTo(2);
    assertThat(unknown.err()).contains("inspect", "See: effectively-once --help");

    Run none = bench.bare(new StringReader(""));
    assertThat(none.exitCode()).isEqualTo(2);
    assertThat(none.err()).contains("Usage: effectively-once");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "{ | is not JSON, from line 1",
        "{} | has no list \"consumers\"",
        "{\"consumers\":[{\"queue\":\"q\"}]} | has no \"name\"",
        "{\"consumers\":[{\"name\":\"o\",\"queue\":\"q\"}]} | has no \"table\" in consumer o",
        "{\"consumers\":[{\"name\":\"o\",\"queue\":\"q\",\"table\":\"t\"}]} | The key of a"
            + " consumer",
        "{\"consumers\":[{\"name\":\"o\",\"kee\":\"/a\"}]} | has the field \"kee\"",
        "{\"consumers\":[{\"name\":\"o\",\"queue\":\"q\",\"table\":\"t\",\"key\":\"/a\",\"retention\":\"19d\"}]}"
            + " | has the retention \"19d\""
      })
  void aWrongConfigurationIsToldWithItsPlace(String json, String problem) {
    bench.write("effectively-once.json", json);

    Run run = bench.run("inspect --consumer=o --key=O-1");

    assertThat(run.err()).contains(problem);
    assertThat(run.exitCode()).isEqualTo(2);
  }

  @Test
  void aMissingTableIsToldWithExitCode3() {
    bench.aws.dynamoDb().deleteTable(request -> request.tableName(bench.table));

    Run run = bench.run("inspect --consumer=orders --key=O-1");

    assertThat(run.exitCode()).isEqualTo(3);
    assertThat(run.err())
        .contains("does not exist in this account and the Region us-east-1")
        .contains("if it is an output of a stack, give --stack or --outputs")
        .doesNotContain("Create it")
        .hasLineCount(2);
  }

  @Test
  void aMissingRightIsNamedWithExitCode3() {
    try (StubAws dynamoDb = new StubAws()) {
      dynamoDb.on(
          "",
          400,
          "{\"__type\":\"com.amazon.coral.service#AccessDeniedException\",\"Message\":\"User: x is"
              + " not authorized to perform: dynamodb:GetItem on resource: y\"}");

      Run run =
          bench.bare(
              new StringReader(""),
              "inspect --consumer=orders --key=O-1",
              "--endpoint=dynamodb=" + dynamoDb.endpoint());

      assertThat(run.exitCode()).isEqualTo(3);
      assertThat(run.err()).contains("(dynamodb:GetItem)").hasLineCount(2);
    }
  }

  @Test
  void anEndpointThatNobodyServesIsToldWithExitCode3() {
    Run run =
        bench.bare(
            new StringReader(""),
            "inspect --consumer=orders --key=O-1 --endpoint=http://127.0.0.1:1");

    assertThat(run.exitCode()).isEqualTo(3);
    assertThat(run.err())
        .isEqualToNormalizingNewlines(
            "Nothing answers at http://127.0.0.1:1.\nIs it running? Check --endpoint.\n");
  }

  @Test
  void aHostThatDoesNotExistIsToldAsOneThatDoesNotAnswer() {
    Run run =
        away(
            "inspect",
            "--consumer=orders",
            "--key=O-1",
            "--endpoint=http://nowhere.invalid",
            "--region=eu-central-1",
            "--profile=local");

    assertThat(run.exitCode()).isEqualTo(3);
    assertThat(run.err()).contains("Nothing answers at http://nowhere.invalid.").hasLineCount(2);
  }

  @Test
  void aMissingRegionIsToldAndTheOneOfEitherVariableIsTaken() {
    Run none = away("inspect", "--consumer=orders", "--key=O-1");
    assertThat(none.exitCode()).isEqualTo(3);
    assertThat(none.err())
        .isEqualToNormalizingNewlines("No region is set.\nGive --region, or set AWS_REGION.\n");

    for (String variable : new String[] {"AWS_DEFAULT_REGION", "AWS_REGION"}) {
      bench.variable(variable, "eu-central-1");
      assertThat(away("inspect", "--consumer=orders", "--key=O-1").err())
          .doesNotContain("No region");
    }
  }

  @ParameterizedTest
  @CsvSource({"inspect --consumer=orders --key=O-1", "inspect --stack=S --list=held", "doctor"})
  void missingCredentialsAreToldInTwoLinesWithExitCode3(String arguments) {
    bench.variable("AWS_REGION", "eu-central-1");

    Run run = away(arguments.split(" "));

    assertThat(run.exitCode()).isEqualTo(3);
    assertThat(run.err())
        .isEqualToNormalizingNewlines(
            "There are no credentials for AWS.\nSet AWS_PROFILE or --profile, or"
                + " AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.\n");
  }

  @Test
  void aProfileWithoutCredentialsIsNamed() {
    bench.variable("AWS_REGION", "eu-central-1");

    Run run = away("doctor", "--profile=absent");

    assertThat(run.exitCode()).isEqualTo(3);
    assertThat(run.err()).contains("in the profile \"absent\"").hasLineCount(2);
  }

  /** At AWS itself. The build keeps the credentials and regions of its own machine away. */
  private Run away(String... arguments) {
    return bench.bare(new StringReader(""), arguments);
  }

  @Test
  void verboseShowsTheStackTrace() {
    Run run = bench.run("inspect --consumer=nobody --key=O-1 --verbose");

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("\tat dev.effectivelyonce.cli");
  }
}
