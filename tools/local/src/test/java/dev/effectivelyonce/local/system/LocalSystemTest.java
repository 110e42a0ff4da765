package dev.effectivelyonce.local.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.local.eventsource.InvocationListener;
import dev.effectivelyonce.local.eventsource.InvocationReport;
import dev.effectivelyonce.local.fixture.Await;
import dev.effectivelyonce.local.fixture.TestStack;
import dev.effectivelyonce.local.lambda.FrozenInvocation;
import dev.effectivelyonce.local.lambda.InvocationResult;
import dev.effectivelyonce.local.lambda.InvocationResult.Crashed;
import dev.effectivelyonce.local.lambda.InvocationResult.FunctionError;
import dev.effectivelyonce.local.lambda.InvocationResult.Succeeded;
import dev.effectivelyonce.local.lambda.InvocationResult.TimedOut;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveStatus;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;

/** A stack whose functions are processes; the tests share it. */
@TestInstance(Lifecycle.PER_CLASS)
class LocalSystemTest {
  private static final String FUNCTION = "Test-Function";

  private Path folder;
  private LocalSystem system;

  @BeforeAll
  void start(@TempDir Path files) {
    folder = files;
    system = TestStack.in(folder).start();
  }

  @AfterAll
  void stop() {
    system.close();
  }

  @Test
  void theFunctionSeesTheEventAndItsAnswerComesBack() {
    assertThat(invoke("hello")).isEqualTo(new Succeeded("{\"say\":\"hello\"}"));
  }

  @Test
  void theTemplatesVariablesAndTheEndpointsReachTheFunction() {
    assertThat(invoke("env:ITEMS_TABLE")).isEqualTo(new Succeeded("\"Test-Items\""));
    assertThat(invoke("env:AWS_ENDPOINT_URL_DYNAMODB"))
        .isEqualTo(new Succeeded("\"" + system.dynamoDbEndpoint() + "\""));
    assertThat(invoke("env:AWS_ENDPOINT_URL_SQS"))
        .isEqualTo(new Succeeded("\"" + system.sqsEndpoint() + "\""));
    assertThat(invoke("env:AWS_ENDPOINT_URL_SNS"))
        .isEqualTo(new Succeeded("\"" + system.snsEndpoint() + "\""));
  }

  @Test
  void whereItsProcessesWereEndedTheNextInvocationStartsOne() {
    invoke("hello");
    int started = system.function(FUNCTION).started();

    system.function(FUNCTION).endProcesses();

    assertThat(invoke("hello")).isInstanceOf(Succeeded.class);
    assertThat(system.function(FUNCTION).started()).isEqualTo(started + 1);
  }

  /** Its processes would be snapshots: they ask to be restored, and go on at once. */
  @Test
  void aFunctionThatNoQueueCallsStartsWhenItIsInvokedWithUpToTheLimitOfProcesses() {
    system.warmUp();
    assertThat(system.function("Test-OnDemand").started()).isZero();

    List<CompletableFuture<InvocationResult>> invocations =
        IntStream.range(0, 9)
            .mapToObj(
                at ->
                    CompletableFuture.supplyAsync(
                        () -> system.invoke("Test-OnDemand", "{\"say\":\"env:DEAD_URL\"}"),
                        command -> Thread.ofVirtual().start(command)))
            .toList();

    assertThat(invocations)
        .allSatisfy(
            it ->
                assertThat(it.join())
                    .isEqualTo(new Succeeded("\"" + system.output("DeadLetterQueueUrl") + "\"")));
    assertThat(system.function("Test-OnDemand").started()).isEqualTo(TestStack.PROCESSES);
  }

  @Test
  void processesThatStartTogetherShareNoFile() {
    assertThat(invoke("mapped:/tmp/.libaws")).isEqualTo(new Succeeded("false"));
    assertThat(folder.resolve("work/native")).isDirectoryContaining("glob:**.so");
  }

  @Test
  void theContextHasTheAliasAndTheTimeLeft() {
    assertThat(invoke("context"))
        .isInstanceOfSatisfying(
            Succeeded.class,
            context ->
                assertThat(context.payload())
                    .contains("arn:aws:lambda:us-east-1:000000000000:function:Test-Function:live")
                    .containsPattern("\"remaining\":[1-9][0-9]{0,3}[,}]"));
  }

  @Test
  void anExceptionIsAFunctionErrorAndTheProcessGoesOn() {
    String before = processId();
    assertThat(invoke("throw"))
        .isInstanceOfSatisfying(
            FunctionError.class,
            error ->
                assertThat(error.payload()).contains("told to throw", "IllegalStateException"));
    assertThat(processId()).isEqualTo(before);
  }

  @Test
  void aProcessThatEndsIsACrashAndTheNextInvocationGetsAFreshOne() {
    String before = processId();
    assertThat(invoke("crash:3")).isEqualTo(new Crashed(3));
    assertThat(processId()).isNotEqualTo(before);
  }

  @Test
  void aTimeoutKillsTheProcess() {
    Path late = folder.resolve("killed");
    ProcessHandle process = ProcessHandle.of(Long.parseLong(processId())).orElseThrow();

    assertThat(invoke("sleep-then-write:60000:" + late))
        .isEqualTo(new TimedOut(Duration.ofSeconds(2)));

    Await.until("its process has ended", () -> !process.isAlive());
    assertThat(late).doesNotExist();
  }

  @Test
  void aFrozenProcessGoesOnWhenItIsThawedAnswersLateAndEnds() throws Exception {
    Path late = folder.resolve(TestStack.FROZEN);
    String before = processId();
    ProcessHandle process = ProcessHandle.of(Long.parseLong(before)).orElseThrow();

    assertThat(invoke("sleep-then-write:3500:" + late))
        .isEqualTo(new TimedOut(Duration.ofSeconds(2)));

    FrozenInvocation frozen = system.frozen().getFirst();
    assertThat(stateOf(process)).as("stopped").startsWith("T");
    assertThat(frozen.hasEnded()).isFalse();
    assertThat(processId()).as("another one").isNotEqualTo(before);
    assertThat(late).doesNotExist();
    frozen.thaw();
    Await.until("the late handler has answered", () -> frozen.lateResult().isPresent());
    assertThat(late).exists();
    Await.until("its process has ended", () -> !process.isAlive());
    assertThat(frozen.hasEnded()).isTrue();
  }

  @Test
  void aMessageOfTheQueueIsHandledThoughItsFirstProcessCrashes() {
    Path crashed = folder.resolve("crashed");
    system
        .sqs()
        .sendMessage(
            it ->
                it.queueUrl(system.output("QueueUrl"))
                    .messageBody("crash-once:" + crashed)
                    .messageGroupId("g")
                    .messageDeduplicationId("m"));
    List<InvocationResult> results = new CopyOnWriteArrayList<>();

    system.startEventSources(
        new InvocationListener() {
          @Override
          public void ended(InvocationReport report) {
            results.add(report.result());
          }
        });

    Await.until("it is handled", () -> results.size() >= 2);
    system.stopEventSources();
    // A busy machine may delete the message after its visibility has passed: then it comes once
    // more.
    assertThat(results).startsWith(new Crashed(1), new Succeeded("{\"batchItemFailures\":[]}"));
  }

  @Test
  void theEnginesHoldWhatTheTemplateSays() {
    var queue =
        system
            .sqs()
            .getQueueAttributes(
                it -> it.queueUrl(system.output("QueueUrl")).attributeNames(QueueAttributeName.ALL))
            .attributes();
    assertThat(queue)
        .containsEntry(QueueAttributeName.VISIBILITY_TIMEOUT, "2")
        .containsEntry(QueueAttributeName.FIFO_QUEUE, "true");
    assertThat(queue.get(QueueAttributeName.REDRIVE_POLICY)).contains("Test-Dead.fifo", "3");

    String name = system.output("TableName");
    var table = system.dynamoDb().describeTable(it -> it.tableName(name)).table();
    assertThat(table.keySchema())
        .containsExactly(
            KeySchemaElement.builder().attributeName("id").keyType(KeyType.HASH).build());
    assertThat(table.globalSecondaryIndexes())
        .singleElement()
        .satisfies(
            index -> {
              assertThat(index.indexName()).isEqualTo("listing");
              assertThat(index.keySchema())
                  .extracting(KeySchemaElement::attributeName)
                  .containsExactly("listing", "updated_at");
              assertThat(index.projection().projectionType()).isEqualTo(ProjectionType.KEYS_ONLY);
            });
    var timeToLive =
        system.dynamoDb().describeTimeToLive(it -> it.tableName(name)).timeToLiveDescription();
    assertThat(timeToLive.attributeName()).isEqualTo("expiration");
    assertThat(timeToLive.timeToLiveStatus()).isEqualTo(TimeToLiveStatus.ENABLED);
  }

  private InvocationResult invoke(String say) {
    return system.invoke(FUNCTION, "{\"say\":\"" + say + "\"}");
  }

  private static String stateOf(ProcessHandle process) throws IOException {
    Process ps = new ProcessBuilder("ps", "-o", "stat=", "-p", "" + process.pid()).start();
    return new String(ps.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
  }

  private String processId() {
    String payload = ((Succeeded) invoke("context")).payload();
    return payload.replaceAll(".*\"process\":(\\d+).*", "$1");
  }
}
