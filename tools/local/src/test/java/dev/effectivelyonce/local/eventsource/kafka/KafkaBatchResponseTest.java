package dev.effectivelyonce.local.eventsource.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.local.lambda.InvocationResult.Succeeded;
import dev.effectivelyonce.local.template.EventSourceResource.BatchReporting;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How a response is read; KAFKA.md names the source of each rule. */
class KafkaBatchResponseTest {
  private static Optional<Map<String, Long>> read(String response) {
    return KafkaBatchResponse.read(
        new Succeeded(response), Map.of("t-0", Set.of(5L)), BatchReporting.ITEM_FAILURES);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "null",
        "{}",
        "{\"batchItemFailures\": null}",
        "{\"batchItemFailures\": []}",
      })
  void nothingNamedMeansThatAllIsHandled(String response) {
    assertThat(read(response)).contains(Map.of());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "no json",
        "[]",
        "\"done\"",
        "{\"batchItemFailures\": {}}",
        "{\"batchItemFailures\": [{}]}",
        "{\"batchItemFailures\": [{\"itemIdentifier\": \"t-0-5\"}]}",
        "{\"batchItemFailures\": [{\"itemIdentifier\": {\"partition\": \"t-0\"}}]}",
        "{\"batchItemFailures\": [{\"itemIdentifier\": {\"partition\": \"t-0\", \"offset\":"
            + " \"5\"}}]}",
        "{\"batchItemFailures\": [{\"itemIdentifier\": {\"partition\": \"t-0\", \"offset\":"
            + " 5.5}}]}",
        "{\"batchItemFailures\": [{\"itemIdentifier\": {\"partition\": \"t\", \"offset\": 5}}]}",
        "{\"batchItemFailures\": [{\"itemIdentifier\": {\"partition\": \"t-0\", \"offset\": 4}}]}",
        "{\"batchItemFailures\": [{\"itemIdentifier\": {\"partition\": \"t-0\", \"offset\": 5}},"
            + " {\"itemIdentifier\": {\"partition\": \"t-0\", \"offset\": 4}}]}",
        "{\"batchItemFailures\": [{\"itemIdentifier\": {\"topic-partition\": \"t-0\", \"offset\":"
            + " 5}}]}",
      })
  void whatCannotBeReadBringsAllBack(String response) {
    assertThat(read(response)).isEmpty();
  }
}
