package dev.effectivelyonce.local.eventsource;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.local.eventsource.BatchOutcome.AllFailed;
import dev.effectivelyonce.local.eventsource.BatchOutcome.Handled;
import dev.effectivelyonce.local.lambda.InvocationResult;
import dev.effectivelyonce.local.lambda.InvocationResult.Crashed;
import dev.effectivelyonce.local.lambda.InvocationResult.FunctionError;
import dev.effectivelyonce.local.lambda.InvocationResult.Succeeded;
import dev.effectivelyonce.local.lambda.InvocationResult.TimedOut;
import dev.effectivelyonce.local.template.EventSourceResource.BatchReporting;
import java.time.Duration;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The rules of "Reporting batch item failures" in the Lambda developer guide. */
class BatchResponseTest {
  private static final Set<String> BATCH = Set.of("a", "b");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "null",
        "{}",
        "{\"other\": 1}",
        "{\"batchItemFailures\": null}",
        "{\"batchItemFailures\": []}",
      })
  void noFailureNamedMeansThatAllWereHandled(String response) {
    assertThat(read(new Succeeded(response))).isEqualTo(new Handled(Set.of()));
  }

  @Test
  void theNamedMessagesComeBackAndTheOthersAreHandled() {
    BatchOutcome outcome =
        read(new Succeeded("{\"batchItemFailures\": [{\"itemIdentifier\": \"b\"}]}"));
    assertThat(outcome.handled("a")).isTrue();
    assertThat(outcome.handled("b")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "no json",
        "{\"batchItemFailures\": [",
        "{} {}",
        "\"done\"",
        "7",
        "[]",
        "{\"batchItemFailures\": \"a\"}",
        "{\"batchItemFailures\": {}}",
        "{\"batchItemFailures\": [\"a\"]}",
        "{\"batchItemFailures\": [{}]}",
        "{\"batchItemFailures\": [{\"itemIdentifier\": \"\"}]}",
        "{\"batchItemFailures\": [{\"itemIdentifier\": null}]}",
        "{\"batchItemFailures\": [{\"identifier\": \"a\"}]}",
        "{\"batchItemFailures\": [{\"itemIdentifier\": \"a\"}, {\"itemIdentifier\": \"c\"}]}",
      })
  void aResponseThatCannotBeReadBringsTheWholeBatchBack(String response) {
    assertThat(read(new Succeeded(response))).isInstanceOf(AllFailed.class);
  }

  @ParameterizedTest
  @MethodSource("failures")
  void anInvocationThatFailedBringsTheWholeBatchBack(InvocationResult result) {
    assertThat(read(result)).isInstanceOf(AllFailed.class);
    assertThat(BatchResponse.read(result, BATCH, BatchReporting.WHOLE_BATCH))
        .isInstanceOf(AllFailed.class);
  }

  static Stream<InvocationResult> failures() {
    return Stream.of(new FunctionError("{}"), new TimedOut(Duration.ofSeconds(1)), new Crashed(1));
  }

  @Test
  void withoutReportingTheResponseIsNotRead() {
    Succeeded response = new Succeeded("{\"batchItemFailures\": [{\"itemIdentifier\": \"a\"}]}");
    assertThat(BatchResponse.read(response, BATCH, BatchReporting.WHOLE_BATCH))
        .isEqualTo(new Handled(Set.of()));
  }

  private static BatchOutcome read(InvocationResult result) {
    return BatchResponse.read(result, BATCH, BatchReporting.ITEM_FAILURES);
  }
}
