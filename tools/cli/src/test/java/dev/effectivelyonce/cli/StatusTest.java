package dev.effectivelyonce.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.cli.Bench.Run;
import dev.effectivelyonce.operations.bench.StubAws;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;

/** Queues and tables are real; Lambda and CloudWatch answer as AWS documents it. */
class StatusTest extends CommandTest {
  private final StubAws stub = new StubAws();

  @BeforeEach
  void prepare() {
    bench.write("outputs.json", "{\"Shop\":{\"Outbox\":\"%s\"}}".formatted(bench.table));
    bench.write(
        "effectively-once.json",
        """
        {"outbox":"Outbox","consumers":[
        {"name":"orders","queue":"%1$s","table":"%2$s","key":"/orderId"},
        {"name":"payments-api","table":"%2$s"}]}
        """
            .formatted(bench.queue, bench.table));
  }

  @AfterEach
  void close() {
    stub.close();
  }

  @Test
  void itShowsQueuesErrorsAlarmsModesAndTheOutbox() {
    StubbedStack.lambda(stub, bench.table)
        .on("GetMetricData", 200, StubbedStack.metrics())
        .on("DescribeAlarms", 200, StubbedStack.alarms());
    send(bench.queue, Map.of());
    send(bench.queue + "-dead", Map.of());
    bench.claimed("O-1");

    Run run = status();

    assertThat(run.err()).isEmpty();
    assertThat(run.exitCode()).isZero();
    Golden.check("status.txt", bench.stable(run.out()));
    Golden.check("status.json", bench.stable(status("--output=json").out()));
  }

  @Test
  void theDescriptionOfAnAlarmPassesForNoLine() {
    StubbedStack.lambda(stub, bench.table)
        .on("GetMetricData", 200, StubbedStack.metrics())
        .on(
            "DescribeAlarms",
            200,
            StubbedStack.alarms().replace("fail<", "fail&#10;FORGED&#x2028;&#x9b;2J&#x202e;<"));

    assertThat(status().out())
        .contains("function fail\\nFORGED\\u2028\\u009b2J\\u202e\n")
        .doesNotContainPattern("[\\p{Cc}&&[^\\n]]|[\u2028\u202e]");
  }

  @Test
  void whatIsLeftOutIsNotKnownRatherThanZero() {
    Run run = bench.run("status");

    assertThat(run.exitCode()).isZero();
    assertThat(run.out())
        .containsPattern("orders +0 +0 +0 +\\? +0 +\\? +\\?")
        .containsPattern("orders +\\? +\\? +\\? +\\? +\\? +\\? +\\?")
        .contains("what reads the queue of orders: no endpoint for lambda was given.")
        .contains("no endpoint for cloudwatch was given")
        .contains("the alarms: the stack's name is not given.");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "501 | InternalFailure | it was refused with InternalFailure | Check it by hand",
        "403 | AccessDenied | the right AccessDenied is missing | Grant the right",
        "400 | Throttling | it is throttled | Run the command again"
      })
  void aCloudWatchThatRefusesIsSaidWithTheRemedy(
      int code, String error, String why, String remedy) {
    StubbedStack.lambda(stub, bench.table)
        .on(
            "Version=2010-08-01",
            code,
            "<ErrorResponse><Error><Code>%s</Code></Error></ErrorResponse>".formatted(error));

    Run run = status();

    assertThat(run.exitCode()).isZero();
    assertThat(run.out())
        .contains("ENFORCE", "the metrics of orders", "the alarms: " + why, remedy)
        .doesNotContain("No alarm rings");
  }

  @Test
  void aFunctionThatIsGoneAndAQueueThatIsGoneAreSaid() {
    stub.on("event-source-mappings", 200, StubbedStack.mapping());
    Run run = status();
    assertThat(run.out())
        .contains("the function of orders: orders or its alias does not exist: nothing is handled");

    bench.write(
        "effectively-once.json",
        "{\"consumers\":[{\"name\":\"o\",\"queue\":\"gone\",\"table\":\"T\",\"key\":\"/a\"}]}");
    assertThat(status().out()).contains("the queue gone: it does not exist");
  }

  @Test
  void expiredCredentialsEndItWithOneText() {
    stub.on("", 403, "{\"__type\":\"ExpiredTokenException\",\"message\":\"It has expired\"}");

    Run run = status();

    assertThat(run.exitCode()).isEqualTo(3);
    assertThat(run.out()).isEmpty();
    assertThat(run.err())
        .isEqualToNormalizingNewlines(
            "The credentials for AWS have expired.\nLog in anew, and run the command again.\n");
  }

  @Test
  void withoutAnyAnswerItsExitCodeIs3() {
    Run run = bench.bare(java.io.Reader.nullReader(), "status --endpoint=http://127.0.0.1:1");

    assertThat(run.exitCode()).isEqualTo(3);
    assertThat(run.out()).contains("the queue " + bench.queue + ": nothing answers there.");
  }

  /** What a batch of a blocked group leaves is hidden, all of it. */
  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void aMessageGroupThatWaitsShowsWhereToLook(int received) {
    String fifo = fifo(3);
    bench
        .aws
        .sqs()
        .receiveMessage(request -> request.queueUrl(bench.url(fifo)).maxNumberOfMessages(received));

    assertThat(bench.run("status").out())
        .contains("o: messages may wait behind one of their message group")
        .contains("effectively-once inspect --list=waiting --consumer=o");
  }

  @Test
  void aMessageThatIsAloneInFlightHoldsUpNoOther() {
    String fifo = fifo(1);
    bench.aws.sqs().receiveMessage(request -> request.queueUrl(bench.url(fifo)));

    assertThat(bench.run("status").out()).doesNotContain("message group");
  }

  private String fifo(int messages) {
    String fifo = bench.aws.name("payments") + ".fifo";
    bench
        .aws
        .sqs()
        .createQueue(
            request ->
                request.queueName(fifo).attributes(Map.of(QueueAttributeName.FIFO_QUEUE, "true")));
    for (int i = 0; i < messages; i++) {
      send(fifo, Map.of("group", "A-1", "deduplication", "m-" + i));
    }
    bench.config(bench.url(fifo));
    return fifo;
  }

  @Test
  void onANarrowTerminalEachConsumerIsABlock() {
    bench.variable("EFFECTIVELY_ONCE_COLUMNS", "60");

    assertThat(bench.run("status").out()).contains("CONSUMER      orders\nWAITING       0\n");
  }

  private void send(String queue, Map<String, String> fifo) {
    bench
        .aws
        .sqs()
        .sendMessage(
            request ->
                request
                    .queueUrl(bench.url(queue))
                    .messageBody("{}")
                    .messageGroupId(fifo.get("group"))
                    .messageDeduplicationId(fifo.get("deduplication")));
  }

  private Run status(String... more) {
    return bench.run(
        Stream.concat(
                Stream.of(
                    "status",
                    "--endpoint=lambda=" + stub.endpoint(),
                    "--endpoint=cloudwatch=" + stub.endpoint(),
                    "--stack=Shop",
                    "--outputs=outputs.json"),
                List.of(more).stream())
            .toArray(String[]::new));
  }
}
