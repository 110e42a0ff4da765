package dev.effectivelyonce.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.cli.Bench.Run;
import dev.effectivelyonce.core.store.Listing;
import dev.effectivelyonce.operations.bench.LocalAws;
import dev.effectivelyonce.operations.bench.StubAws;
import java.io.StringReader;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Queues and table are real; Lambda, which has no embedded engine, answers as AWS documents it. */
class DoctorTest extends CommandTest {
  private static final String MAPPING = StubbedStack.mapping();
  private static final String REDRIVE =
      ",\"RedrivePolicy\":\"{\\\"deadLetterTargetArn\\\":\\\"%sorders-dead\\\",\\\"maxReceiveCount\\\":20}\""
          .formatted(LocalAws.ARN);

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
  void aStackThatKeepsTheRulesHasNoErrors() {
    lambda(MAPPING, function());

    Run run = doctor();

    assertThat(run.err()).isEmpty();
    assertThat(run.exitCode()).isZero();
    // DynamoDB Local has no point-in-time recovery to ask about.
    Golden.check("doctor-well.txt", bench.stable(run.out()));
  }

  @Test
  void theSameAsJson() {
    lambda(MAPPING, function());

    Golden.check("doctor-well.json", bench.stable(doctor("--output=json").out()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"State\":\"Enabled\" | \"State\":\"Disabled\" | its state is Disabled",
        "ReportBatchItemFailures | | does not ask for partial batch responses",
        ":live | :$LATEST | invokes $LATEST of a function with SnapStart",
        "\"MaximumBatchingWindowInSeconds\":0 | \"MaximumBatchingWindowInSeconds\":1 | (PT3M1S)",
        "\"MaximumConcurrency\":2 | \"MaximumConcurrency\":1 | maximum concurrency is 1"
      })
  void aMappingThatBreaksARuleIsAnError(String right, String wrong, String problem) {
    lambda(MAPPING.replace(right, wrong == null ? "" : wrong), function());

    assertError(problem);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"Timeout\":30 | \"Timeout\":31 | its visibility timeout is PT3M, under 6 x",
        "COUNT\":\"20\" | COUNT\":\"5\" | MAX_RECEIVE_COUNT is 5, but the queue's maxReceiveCount"
            + " is 20",
        "Variables\":{ | Variables\":{\"EFFECTIVELY_ONCE_CONSUMER\":\"bills\", |"
            + " EFFECTIVELY_ONCE_CONSUMER is bills, not the configuration's orders",
      })
  void aFunctionThatBreaksARuleIsAnError(String right, String wrong, String problem) {
    lambda(MAPPING, function().replace(right, wrong));

    assertError(problem);
  }

  @Test
  void aFunctionOnAnotherTableIsAnError() {
    lambda(MAPPING, function().replace(bench.table, "elsewhere"));

    assertError("EFFECTIVELY_ONCE_TABLE is elsewhere, not the configuration's " + bench.table);
  }

  @Test
  void observeModeAndAnotherConfiguredRetentionAreWarnings() {
    lambda(MAPPING, function().replace("\"ENFORCE\"", "\"OBSERVE\""));
    bench.config(Listing.DOUBTFUL, "\"retention\":\"P30D\",");

    Run run = doctor();

    assertThat(run.exitCode()).isZero();
    assertThat(run.out())
        .contains("WARNING   orders: EFFECTIVELY_ONCE_MODE is OBSERVE")
        .contains("its retention is PT720H, the function's P19D");
  }

  @Test
  void whatIsHalfDoneForAnHourIsAWarning() {
    lambda(MAPPING, function());
    bench.halfDone("O-1", Bench.NOW.minus(Duration.ofHours(2)));
    bench.halfDone("O-2", Bench.NOW);

    assertThat(doctor().out()).contains("1 records of orders are half done", "inspect --list=open");
  }

  @Test
  void aQueueThatGivesUpBeforeTheStatedOutageIsOverIsAWarningWithTheRemedy() {
    String hasty =
        function()
            .replace(
                "\"EFFECTIVELY_ONCE_MODE\"",
                "\"EFFECTIVELY_ONCE_SURVIVES_OUTAGE_OF\":\"PT1H\",\"EFFECTIVELY_ONCE_MODE\"");
    lambda(MAPPING, hasty);

    Run run = doctor();

    assertThat(run.exitCode()).isZero();
    assertThat(run.out())
        .contains("survive an outage of PT31M45S: 20 receives, waits from PT2S to PT5M.")
        .contains("WARNING")
        .contains("to survive an outage of PT1H is stated, but its messages are dead-lettered")
        .contains("set its maxReceiveCount to 32, for an outage of PT1H");
  }

  @Test
  void aQuickBackoffSurvivesLittleHoweverOftenItTries() {
    String quick =
        function()
            .replace(
                "\"EFFECTIVELY_ONCE_MODE\"",
                "\"EFFECTIVELY_ONCE_BACKOFF_LONGEST\":\"PT10S\",\"EFFECTIVELY_ONCE_MODE\"");
    lambda(MAPPING, quick);

    assertThat(doctor().out())
        .contains("its messages are dead-lettered after one of PT1M27S")
        .contains("set its maxReceiveCount to 363, for an outage of PT30M");
  }

  @Test
  void aQueueThatNobodyReadsIsAnError() {
    lambda("{\"EventSourceMappings\":[]}", function());

    assertError("0 event source mappings read it");
  }

  /** ElasticMQ has no retention, so SQS answers as documented here. */
  @Test
  void aDeadLetterQueueOfAnotherKindOrOfAShorterRetentionIsAnError() {
    lambda(MAPPING, function());
    bench.config("http://sqs/1/orders.fifo");
    try (StubAws sqs = new StubAws()) {
      sqs.on("QueueName", 200, "{\"QueueUrl\":\"http://sqs/1/orders-dead\"}")
          .on("orders-dead", 200, attributes("orders-dead", "1209599", ""))
          .on("orders.fifo", 200, attributes("orders.fifo", "1209600", REDRIVE));

      Run run = doctorOfStubbed(sqs);

      assertThat(run.exitCode()).isEqualTo(1);
      assertThat(run.out())
          .contains("orders-dead: its kind (standard) is not that of its source queue")
          .contains("it keeps messages for PT335H59M59S, less than the source queue (PT336H)");
    }
  }

  @ParameterizedTest
  @CsvSource({"P18D, 0", "PT431H, 1", "soon, 1"})
  void recordsOutliveTheMessagesOfBothQueues(String retention, int exitCode) {
    lambda(MAPPING, function().replace("P19D", retention));
    bench.config("http://sqs/1/orders");
    try (StubAws sqs = new StubAws()) {
      sqs.on("QueueName", 200, "{\"QueueUrl\":\"http://sqs/1/orders-dead\"}")
          .on("orders-dead", 200, attributes("orders-dead", "1209600", ""))
          .on("orders", 200, attributes("orders", "345600", REDRIVE));

      Run run = doctorOfStubbed(sqs);

      assertThat(run.exitCode()).isEqualTo(exitCode);
      assertThat(run.out().contains("EFFECTIVELY_ONCE_RETENTION is " + retention))
          .isEqualTo(exitCode == 1);
    }
  }

  private Run doctorOfStubbed(StubAws sqs) {
    return bench.bare(
        new StringReader(""),
        "doctor",
        "--endpoint=lambda=" + lambda.endpoint(),
        "--endpoint=sqs=" + sqs.endpoint(),
        "--endpoint=dynamodb=" + bench.aws.dynamoDbEndpoint());
  }

  private static String attributes(String name, String retentionSeconds, String more) {
    return """
    {"Attributes":{"QueueArn":"%s%s","VisibilityTimeout":"180","MessageRetentionPeriod":"%s"%s}}
    """
        .formatted(LocalAws.ARN, name, retentionSeconds, more);
  }

  @Test
  void aTableOfAnotherShapeIsToldPartByPart() {
    String other = bench.aws.plainTable("pk");
    bench.write(
        "effectively-once.json",
        "{\"consumers\":[{\"name\":\"o\",\"queue\":\"%s\",\"table\":\"%s\",\"key\":\"/a\"}]}"
            .formatted(bench.queue, other));
    lambda(MAPPING, function());

    assertThat(doctor().out())
        .contains("its key is [pk:S], not [id:S]")
        .contains("it has no index \"listing\"")
        .contains("it expires records by nothing");
  }

  private void lambda(String mappings, String function) {
    StubbedStack.lambda(lambda, bench.table)
        .on("event-source-mappings", 200, mappings)
        .on("/configuration", 200, function);
  }

  private String function() {
    return StubbedStack.function("7", bench.table);
  }

  private void assertError(String problem) {
    Run run = doctor();
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out()).contains("ERROR").contains(problem);
  }

  private Run doctor(String... more) {
    return bench.run(Bench.words("doctor --endpoint=lambda=" + lambda.endpoint(), more));
  }
}
