package dev.effectivelyonce.cli;

import static dev.effectivelyonce.cli.StubbedSources.SHIPMENTS_MAPPING;
import static dev.effectivelyonce.cli.StubbedSources.TURNOVER_MAPPING;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.cli.Bench.Run;
import dev.effectivelyonce.operations.bench.LocalAws;
import dev.effectivelyonce.operations.bench.StubAws;
import java.io.Reader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the doctor says of consumers of streams and of Kafka, and of functions. */
class DoctorOfSourcesTest extends CommandTest {
  private static final int TWO_WEEKS = 1_209_600;

  private final StubAws lambda = new StubAws();
  private final StubAws sqs = new StubAws();

  @BeforeEach
  void prepare() {
    bench.keepRules();
    for (String queue : new String[] {"turnover-parked", "shipments-parked", "closing-given-up"}) {
      sqs.on("QueueName\":\"" + queue, 200, "{\"QueueUrl\":\"http://sqs/1/" + queue + "\"}")
          .on("1/" + queue, 200, StubbedSources.queue(queue, TWO_WEEKS, 0));
    }
  }

  @AfterEach
  void close() {
    lambda.close();
    sqs.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"turnover", "shipments", "closing"})
  void aConsumerAsItsConstructMakesItHasNoError(String consumer) {
    switch (consumer) {
      case "turnover" -> reading("turnover", TURNOVER_MAPPING);
      case "shipments" -> reading("shipments", SHIPMENTS_MAPPING);
      default -> closing(StubbedSources.nothing());
    }

    Run run = doctor();

    assertThat(run.out()).contains("0 errors, 0 warnings");
    assertThat(run.exitCode()).isZero();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"State\":\"Enabled\" | \"State\":\"Disabled\" | its state is Disabled",
        "ReportBatchItemFailures | No | it does not ask for partial batch responses",
        "FunctionError\":true | FunctionError\":false | it does not bisect a batch",
        "AgeInSeconds\":72000 | AgeInSeconds\":-1 | it gives a record up at no age",
        "AgeInSeconds\":72000 | AgeInSeconds\":86400 | when the stream has lost them (PT24H)",
        "WindowInSeconds\":0,\"FunctionR | WindowInSeconds\":60,\"FunctionR | a tumbling window",
        "DestinationConfig | Ignored | it has no destination for failures",
      })
  void aMappingOfAStreamThatBreaksARuleIsAnError(String right, String wrong, String problem) {
    reading("turnover", replaced(TURNOVER_MAPPING, right, wrong));

    assertError("mapping m-1: ", problem);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ProvisionedPollerConfig | Ignored | it is not in provisioned mode",
        "Attempts\":10000 | Attempts\":-1 | with a destination Lambda gives up after 10",
        "FunctionError\":true | FunctionError\":false | it does not bisect a batch"
      })
  void aMappingOfKafkaThatBreaksARuleIsAnError(String right, String wrong, String problem) {
    reading("shipments", replaced(SHIPMENTS_MAPPING, right, wrong));

    assertError("mapping m-1: ", problem);
  }

  @Test
  void aClusterOutsideMskIsKafkaToo() {
    reading(
        "shipments",
        SHIPMENTS_MAPPING
            .replaceFirst("\"EventSourceArn\":\"[^\"]*\",", "")
            .replace("ProvisionedPollerConfig", "Ignored"));

    assertError("mapping m-1: ", "it is not in provisioned mode");
  }

  @Test
  void aBrokersQueueIsSaidToBeUncheckedAndTheRestIsChecked() {
    String mapping =
        TURNOVER_MAPPING
            .replace(StubbedSources.STREAM, "arn:aws:mq:us-east-1:123456789012:broker:shop:b-1")
            .replace("ReportBatchItemFailures", "")
            .replace("BisectBatchOnFunctionError\":true", "BisectBatchOnFunctionError\":false");
    reading("turnover", mapping);

    assertThat(doctor().out())
        .contains("The broker of mapping m-1 was not checked", "0 errors, 0 warnings");

    lambda.on("FunctionName=turnover", 200, mapping.replace("\"Enabled\"", "\"Disabled\""));
    assertError("mapping m-1: ", "its state is Disabled");
  }

  @Test
  void aSourceThatNothingReadsIsAnError() {
    reading("turnover", StubbedSources.nothing());

    assertError("turnover: ", "0 event source mappings invoke it");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "PARKING_QUEUE_URL | NO_URL | version 7 has no EFFECTIVELY_ONCE_PARKING_QUEUE_URL",
        "MAX_RECEIVE | NO | version 7 has no EFFECTIVELY_ONCE_MAX_RECEIVE_COUNT",
        "P22D | P14D | not at least what source and parking queue keep a record (PT360H together)",
        "Variables\":{ | Variables\":{\"EFFECTIVELY_ONCE_CONSUMER\":\"bills\", | not the"
            + " configuration's turnover"
      })
  void aFunctionThatReadsAStreamAndBreaksARuleIsAnError(
      String right, String wrong, String problem) {
    String function = StubbedSources.reader("turnover", bench.table);
    named("turnover");
    StubbedSources.lambda(lambda, "turnover", TURNOVER_MAPPING, replaced(function, right, wrong));

    assertError("turnover: ", problem);
  }

  @Test
  void aParkingQueueThatIsGoneIsAnError() {
    sqs.on(
        "1/turnover-parked",
        400,
        "{\"__type\":\"com.amazonaws.sqs#QueueDoesNotExist\",\"message\":\"gone\"}");
    reading("turnover", TURNOVER_MAPPING);

    assertError("http://sqs/1/turnover-parked", "does not exist in this account and region");
  }

  @Test
  void whatCouldBeBetterIsAWarning() {
    sqs.on("1/turnover-parked", 200, StubbedSources.queue("turnover-parked", 345_600, 0));
    reading(
        "turnover",
        replaced(
            replaced(TURNOVER_MAPPING, "Attempts\":-1", "Attempts\":5"),
            "turnover-parked",
            "elsewhere"));

    Run run = doctor();

    assertThat(run.exitCode()).isZero();
    assertThat(run.out())
        .contains("WARNING   mapping m-1: what it gives up goes to " + LocalAws.ARN + "elsewhere")
        .contains("WARNING   mapping m-1: its 5 retries cover an outage of PT6M")
        .contains("WARNING   turnover-parked: it keeps what is parked for PT96H");
  }

  @Test
  void howLongATopicKeepsItsRecordsIsSaidToBeUnchecked() {
    reading("shipments", SHIPMENTS_MAPPING);

    assertThat(doctor().out())
        .contains("How long the source of mapping m-1 keeps its records was not checked.");
  }

  @Test
  void aFunctionWhoseEventsAreLostWhenLambdaGivesThemUpIsAWarning() {
    closing(StubbedSources.nothing());
    lambda.on("/event-invoke-config", 404, "{}");

    Run run = doctor();

    assertThat(run.exitCode()).isZero();
    assertThat(run.out())
        .contains("WARNING   closing: it has no destination for failures")
        .contains("What invokes closing was not checked: rules, schedules, topics");
  }

  @Test
  void recordsOfAFunctionOutliveWhatEventBridgeAndTheQueueBringAgain() {
    named("closing");
    StubbedSources.lambda(
        lambda,
        "closing",
        StubbedSources.nothing(),
        StubbedSources.closing(bench.table).replace("P16D", "P14D"));

    assertError("closing: ", "EventBridge and the queue of given up events keep an event (PT360H");
  }

  @Test
  void aFunctionThatIsGoneIsAnErrorAndAnAliasCanBeNamed() {
    bench.write(
        "effectively-once.json",
        "{\"consumers\":[{\"name\":\"closing\",\"function\":\"closing:blue\",\"table\":\"%s\"}]}"
            .formatted(bench.table));

    assertError("closing: ", "the function or its alias blue does not exist");
  }

  @Test
  void theFunctionOfAnApiIsSaidToBeUnchecked() {
    bench.write(
        "effectively-once.json",
        "{\"consumers\":[{\"name\":\"api\",\"table\":\"%s\"}]}".formatted(bench.table));

    assertThat(doctor().out()).contains("The function of api was not checked");
  }

  @Test
  void aQueueAndAFunctionAtOnceAreRefused() {
    bench.write(
        "effectively-once.json",
        "{\"consumers\":[{\"name\":\"a\",\"queue\":\"q\",\"function\":\"f\",\"table\":\"t\"}]}");

    Run run = doctor();

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err())
        .contains("has a queue and a function in consumer a", "Leave the function out");
  }

  private void reading(String consumer, String mappings) {
    named(consumer);
    StubbedSources.lambda(lambda, consumer, mappings, StubbedSources.reader(consumer, bench.table));
  }

  private void closing(String mappings) {
    named("closing");
    StubbedSources.lambda(lambda, "closing", mappings, StubbedSources.closing(bench.table));
  }

  private void named(String consumer) {
    bench.write(
        "effectively-once.json",
        """
        {"consumers":[{"name":"%1$s","function":"%1$s","table":"%2$s","key":"/id",
        "fingerprint":["/amount"]}]}
        """
            .formatted(consumer, bench.table));
  }

  private static String replaced(String text, String right, String wrong) {
    assertThat(text).contains(right);
    return text.replace(right, wrong);
  }

  private void assertError(String where, String problem) {
    Run run = doctor();
    assertThat(run.exitCode()).as(run.err()).isEqualTo(1);
    assertThat(run.out()).contains("ERROR     " + where).contains(problem);
  }

  private Run doctor() {
    return bench.bare(
        Reader.nullReader(),
        "doctor",
        "--endpoint=lambda=" + lambda.endpoint(),
        "--endpoint=sqs=" + sqs.endpoint(),
        "--endpoint=dynamodb=" + bench.aws.dynamoDbEndpoint());
  }
}
