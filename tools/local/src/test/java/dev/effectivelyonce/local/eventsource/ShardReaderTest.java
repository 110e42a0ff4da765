package dev.effectivelyonce.local.eventsource;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.effectivelyonce.local.lambda.InvocationResult;
import dev.effectivelyonce.local.template.CalledFunction;
import dev.effectivelyonce.local.template.EventSourceResource.BatchReporting;
import dev.effectivelyonce.local.template.StreamResource;
import dev.effectivelyonce.local.template.TableResource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.OperationType;
import software.amazon.awssdk.services.dynamodb.model.Record;

/** What a function is told of a shard, and told again, as Lambda does it. */
class ShardReaderTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final InvocationResult HANDLED =
      new InvocationResult.Succeeded("{\"batchItemFailures\":[]}");

  private final List<List<String>> invocations = new ArrayList<>();
  private final Deque<InvocationResult> answers = new ArrayDeque<>();

  private static final StreamResource SOURCE =
      new StreamResource(
          new TableResource(
              "T", "outbox", List.of(), List.of(), Optional.empty(), Optional.empty()),
          new CalledFunction("publisher", "arn:live"),
          4,
          Set.of("INSERT"),
          BatchReporting.ITEM_FAILURES);

  private void read(Record... records) throws InterruptedException {
    new ShardReader(SOURCE, this::invoke, "arn:stream", "eu-central-1", () -> true)
        .handle(List.of(records));
  }

  private InvocationResult invoke(String event) {
    try {
      List<String> numbers = new ArrayList<>();
      for (JsonNode record : JSON.readTree(event).path("Records")) {
        numbers.add(record.at("/dynamodb/SequenceNumber").asText());
      }
      invocations.add(numbers);
      return answers.isEmpty() ? HANDLED : answers.pop();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Record record(String number, OperationType type) {
    return Record.builder()
        .eventName(type)
        .dynamodb(
            it ->
                it.sequenceNumber(number)
                    .approximateCreationDateTime(Instant.EPOCH)
                    .keys(Map.of("id", AttributeValue.fromS("m-" + number))))
        .build();
  }

  private static Record[] inserted(int records) {
    return Stream.iterate(1, number -> number <= records, number -> number + 1)
        .map(number -> record(Integer.toString(number), OperationType.INSERT))
        .toArray(Record[]::new);
  }

  private static InvocationResult failedFrom(String number) {
    return new InvocationResult.Succeeded(
        "{\"batchItemFailures\":[{\"itemIdentifier\":\"%s\"}]}".formatted(number));
  }

  @Test
  void recordsComeInOrderInBatches() throws InterruptedException {
    read(inserted(6));

    assertThat(invocations).containsExactly(List.of("1", "2", "3", "4"), List.of("5", "6"));
  }

  @Test
  void otherChangesAreLeftOut() throws InterruptedException {
    read(
        record("1", OperationType.INSERT),
        record("2", OperationType.REMOVE),
        record("3", OperationType.INSERT));

    assertThat(invocations).containsExactly(List.of("1", "3"));
  }

  @Test
  void itBeginsAgainAtTheFirstThatFailed() throws InterruptedException {
    answers.add(failedFrom("3"));

    read(inserted(4));

    assertThat(invocations).containsExactly(List.of("1", "2", "3", "4"), List.of("3", "4"));
  }

  @Test
  void afterACrashHalfAsManyAreTried() throws InterruptedException {
    answers.add(new InvocationResult.Crashed(1));
    answers.add(new InvocationResult.TimedOut(Duration.ofSeconds(1)));

    read(inserted(4));

    assertThat(invocations)
        .containsExactly(
            List.of("1", "2", "3", "4"), List.of("1", "2"), List.of("1"), List.of("2", "3", "4"));
  }

  @Test
  void anAnswerThatNamesAnUnknownRecordFailsAll() throws InterruptedException {
    answers.add(failedFrom("9"));

    read(inserted(2));

    assertThat(invocations).containsExactly(List.of("1", "2"), List.of("1"), List.of("2"));
  }
}
