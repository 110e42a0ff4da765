package dev.effectivelyonce.local.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import dev.effectivelyonce.local.LocalRunnerException;
import dev.effectivelyonce.local.fixture.TestStack;
import dev.effectivelyonce.local.function.UnwillingHandler;
import dev.effectivelyonce.local.lambda.InvocationResult.Succeeded;
import dev.effectivelyonce.local.template.TemplateException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.sqs.SqsClient;

/** Classes that a user could have written, run by a launcher of their own. */
class RunsStackTest {
  private static final String FOLDER = "target/runs-stack/";
  private static final Queue<RunningStack> SEEN = new ConcurrentLinkedQueue<>();

  @BeforeAll
  static void synthesize() throws IOException {
    stack("well").write();
    stack("unwilling").handler(UnwillingHandler.class.getName()).write();
    stack("without-code").write();
    Files.delete(Path.of(FOLDER, "without-code", "asset.f00d.zip"));
  }

  @RunsStack(template = FOLDER + "well", stack = "Test")
  static class Passing {
    private final RunningStack stack;

    Passing(RunningStack stack) {
      this.stack = stack;
      SEEN.add(stack);
    }

    @BeforeEach
    void send(SqsClient sqs) {
      sqs.sendMessage(
          it ->
              it.queueUrl(stack.queueUrl("Source"))
                  .messageBody("ok")
                  .messageGroupId("g")
                  .messageDeduplicationId("m"));
    }

    @Test
    void aMessageIsHandled(SqsClient sqs) {
      stack.await("the queue is empty", () -> left(sqs).equals(List.of("0", "0")));
      assertThat(stack.invoke("Function", "{\"say\":\"env:ITEMS_TABLE\"}"))
          .isEqualTo(new Succeeded("\"" + stack.tableName("Items") + "\""));
      assertThat(stack.log("Function")).contains("Picked up JAVA_TOOL_OPTIONS");
    }

    private List<String> left(SqsClient sqs) {
      return List.copyOf(
          sqs.getQueueAttributes(
                  it ->
                      it.queueUrl(stack.queueUrl("Source"))
                          .attributeNamesWithStrings(
                              "ApproximateNumberOfMessages",
                              "ApproximateNumberOfMessagesNotVisible"))
              .attributesAsStrings()
              .values());
    }

    @Nested
    class Within {
      @Test
      void theTableIsThere(DynamoDbClient dynamoDb) {
        assertThat(dynamoDb.scan(it -> it.tableName(stack.tableName("Items"))).items()).isEmpty();
      }
    }
  }

  @RunsStack(template = FOLDER + "well", stack = "Test")
  static class Failing {
    @Test
    void aTestThatFails(RunningStack stack) {
      SEEN.add(stack);
      fail("as it should");
    }
  }

  @RunsStack(template = FOLDER + "unwilling", stack = "Test")
  static class Unwilling {
    @Test
    void neverRuns() {
      fail("the stack should not have started");
    }
  }

  @RunsStack(template = FOLDER + "without-code", stack = "Test")
  static class WithoutCode {
    @Test
    void neverRuns() {
      fail("the stack should not have started");
    }
  }

  @RunsStack(template = FOLDER + "well", stack = "Test")
  static class Curious {
    @Test
    void whatIsNotThereIsNamed(RunningStack stack) {
      assertThatThrownBy(() -> stack.queueUrl("Sauce"))
          .isInstanceOf(LocalRunnerException.class)
          .hasMessage("The stack has no queue Sauce; it has [Dead, Source]");
      assertThatThrownBy(() -> stack.invoke("F", "{}"))
          .hasMessage("The stack has no function F; it has [Function, OnDemand]");
      assertThatThrownBy(() -> stack.await("a miracle", Duration.ZERO, () -> false))
          .isInstanceOf(AssertionError.class)
          .hasMessageContaining("Not within PT0S: a miracle.")
          .hasMessageContaining("\nTest-Function: The end of its log ");
    }
  }

  @Test
  void classesOfARunShareTheStackWhichStopsAfterAFailedTest() throws IOException {
    TestExecutionSummary summary = run(Passing.class, Failing.class, Curious.class);

    assertThat(failures(summary)).singleElement().hasToString(failed("as it should"));
    assertThat(summary.getTestsSucceededCount()).isEqualTo(3);
    RunningStack stack = SEEN.remove();
    assertThat(SEEN).isNotEmpty().containsOnly(stack);
    assertThatThrownBy(() -> stack.sqs().listQueues()).hasMessageContaining("Connection refused");
    try (Stream<Path> left = Files.list(stack.system().workFolder())) {
      assertThat(left).extracting(it -> it.getFileName().toString()).containsExactly("logs");
    }
  }

  @Test
  void aFunctionThatDoesNotStartFailsTheClass() {
    TestExecutionSummary summary = run(Unwilling.class);

    assertThat(failures(summary))
        .singleElement()
        .satisfies(
            it ->
                assertThat(it)
                    .isInstanceOf(LocalRunnerException.class)
                    .hasMessageContaining("The function Test-Function does not start")
                    .hasMessageContaining("FLIGHTS_TABLE is not set"));
    assertThat(summary.getTestsStartedCount()).isZero();
  }

  @Test
  void aResourceThatIsIncompleteFailsTheClassByItsName() {
    assertThat(failures(run(WithoutCode.class)))
        .singleElement()
        .satisfies(
            it ->
                assertThat(it)
                    .isInstanceOf(TemplateException.class)
                    .hasMessageContaining("resource Function, property Code.S3Key: the asset is"));
  }

  private static TestStack stack(String folder) throws IOException {
    return TestStack.in(Files.createDirectories(Path.of(FOLDER, folder)));
  }

  private static String failed(String message) {
    return "org.opentest4j.AssertionFailedError: " + message;
  }

  private static List<Throwable> failures(TestExecutionSummary summary) {
    return summary.getFailures().stream().map(TestExecutionSummary.Failure::getException).toList();
  }

  private static TestExecutionSummary run(Class<?>... classes) {
    SummaryGeneratingListener listener = new SummaryGeneratingListener();
    LauncherFactory.create()
        .execute(
            LauncherDiscoveryRequestBuilder.request()
                .selectors(Stream.of(classes).map(it -> selectClass(it)).toList())
                .build(),
            listener);
    return listener.getSummary();
  }
}
