package dev.effectivelyonce.integration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.integration.stack.DeployedStack;
import dev.effectivelyonce.integration.stack.Eventually;
import dev.effectivelyonce.integration.stack.OnLocalStack;
import dev.effectivelyonce.integration.stack.Uses;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;
import software.amazon.awssdk.services.lambda.model.FunctionConfiguration;
import software.amazon.awssdk.services.lambda.model.InvokeResponse;
import software.amazon.awssdk.services.lambda.model.LogType;

/** The deployed watch asks LocalStack whether event sources are read. */
@ExtendWith(OnLocalStack.class)
class StoppedSourceIT {
  private final DeployedStack stack;

  StoppedSourceIT(DeployedStack stack) {
    this.stack = stack;
  }

  @Test
  @ResourceLock(Uses.ORDERS)
  void aSourceThatNobodyReadsIsMeasuredUntilItIsReadAgain() {
    assertThat(looked()).contains("\"consumer\":\"turnover\",\"source.stopped\":0");
    String mapping = mappingOf(stack.outputs().value("TurnoverFunctionName"));
    stack.clients().lambda().updateEventSourceMapping(it -> it.uuid(mapping).enabled(false));
    try {
      Eventually.holds(
          "the stopped source is seen",
          () ->
              assertThat(looked())
                  .contains(
                      "\"consumer\":\"turnover\",\"source.stopped\":1",
                      "\"consumer\":\"clicks\",\"source.stopped\":0"));
    } finally {
      stack.clients().lambda().updateEventSourceMapping(it -> it.uuid(mapping).enabled(true));
    }

    Eventually.holds(
        "the source is read again",
        () -> assertThat(looked()).contains("\"consumer\":\"turnover\",\"source.stopped\":0"));
  }

  private String mappingOf(String function) {
    return stack
        .clients()
        .lambda()
        .listEventSourceMappings(list -> list.functionName(function + ":live"))
        .eventSourceMappings()
        .getFirst()
        .uuid();
  }

  /** The end of the function's log. */
  private String looked() {
    InvokeResponse response =
        stack
            .clients()
            .lambda()
            .invoke(invoke -> invoke.functionName(watch()).logType(LogType.TAIL));
    assertThat(response.functionError()).as(response.payload().asUtf8String()).isNull();
    return new String(Base64.getDecoder().decode(response.logResult()), StandardCharsets.UTF_8);
  }

  private String watch() {
    return stack.clients().lambda().listFunctionsPaginator().functions().stream()
        .map(FunctionConfiguration::functionName)
        .filter(name -> name.contains("-Unsettled"))
        .findFirst()
        .orElseThrow();
  }
}
