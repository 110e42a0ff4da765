package dev.effectivelyonce.local.lambda;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.local.fixture.Await;
import dev.effectivelyonce.local.fixture.TestStack;
import dev.effectivelyonce.local.lambda.InvocationResult.Crashed;
import dev.effectivelyonce.local.lambda.InvocationResult.FunctionError;
import dev.effectivelyonce.local.lambda.InvocationResult.Succeeded;
import dev.effectivelyonce.local.lambda.InvocationResult.TimedOut;
import dev.effectivelyonce.local.system.LocalSystem;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

@TestInstance(Lifecycle.PER_CLASS)
class InvocationTest {
  private static final String FUNCTION = "Test-Function";

  private Path folder;
  private LocalSystem system;

  @BeforeAll
  void start(@TempDir Path files) {
    folder = files;
    system = TestStack.in(folder).timeout(2, TimeoutPolicy.FREEZE).onDemandFunction().start();
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
  }

  @Test
  void whereItsProcessesWereEndedTheNextInvocationStartsOne() {
    invoke("hello");
    int started = system.function(FUNCTION).started();

    system.function(FUNCTION).endProcesses();

    assertThat(invoke("hello")).isInstanceOf(Succeeded.class);
    assertThat(system.function(FUNCTION).started()).isEqualTo(started + 1);
  }

  @Test
  void aFunctionThatNoQueueCallsStartsWhenItIsInvoked() {
    system.warmUp();
    assertThat(system.function("Test-OnDemand").started()).isZero();

    assertThat(system.invoke("Test-OnDemand", "{\"say\":\"env:DEAD_URL\"}"))
        .isEqualTo(new Succeeded("\"" + system.output("DeadLetterQueueUrl") + "\""));
    assertThat(system.function("Test-OnDemand").started()).isOne();
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
  void aFrozenProcessGoesOnWhenItIsThawedAnswersLateAndEnds() throws Exception {
    Path late = folder.resolve("late");
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
