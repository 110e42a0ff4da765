package dev.effectivelyonce.sqs;

import static dev.effectivelyonce.core.Refusals.assertMistake;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import com.amazonaws.services.lambda.runtime.serialization.events.LambdaEventSerializers;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParseException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SqsEventReaderTest {
  private static final String FULL =
      """
      {"Records":[
       {"messageId":"m-1","receiptHandle":"r-1","body":"{\\"a\\":\\"\\u00e9\\"}",
        "attributes":{"ApproximateReceiveCount":"3","SentTimestamp":"1793527200000",
         "MessageGroupId":"g","AWSTraceHeader":"Root=1-5759e988-bd862e3fe1be46a994272793",
         "SequenceNumber":null},
        "messageAttributes":{
         "text":{"stringValue":"v","stringListValues":[],"binaryListValues":[],"dataType":"String"},
         "bytes":{"binaryValue":"AAEC","dataType":"Binary"},
         "number":{"stringValue":"1.50","dataType":"Number"}},
        "md5OfBody":"x","md5OfMessageAttributes":"y","eventSource":"aws:sqs",
        "eventSourceARN":"arn:aws:sqs:eu-west-1:123456789012:orders.fifo","awsRegion":"eu-west-1"},
       {"messageId":"m-2","eventSourceARN":"arn:aws:sqs:eu-west-1:123456789012:orders",
        "body":null,"attributes":null,"unknown":{"a":[{}]}},
       {}],
       "more":[1,{"a":2}]}\
      """;

  private final SqsEventReader reader = new SqsEventReader(new JsonFactory());

  @Test
  void readsWhatTheLambdaRuntimeReads() throws IOException {
    SQSEvent theirs =
        LambdaEventSerializers.serializerFor(SQSEvent.class, getClass().getClassLoader())
            .fromJson(FULL);

    assertThat(messages(read(FULL))).isEqualTo(messages(Optional.of(theirs))).hasSize(3);
    assertThat(read(FULL).orElseThrow().getRecords().getFirst().getMessageAttributes())
        .usingRecursiveComparison()
        .ignoringFieldsMatchingRegexes(".*ListValues")
        .isEqualTo(theirs.getRecords().getFirst().getMessageAttributes());
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "{\"Records\":null}", "{\"Records\":[]}", "{\"detail\":{\"a\":1}}"})
  void anEventWithoutRecordsHasNoMessages(String event) throws IOException {
    assertThat(messages(read(event))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"body\":\"{}\",\"body\":\"[]\"",
        "\"body\":\"{}\",\"attributes\":{},\"attributes\":{}"
      })
  void aRecordThatNamesAMemberTwiceHasNoBodyAndFailsAlone(String members) throws IOException {
    String other = "{\"messageId\":\"m-2\",\"body\":\"{}\"}";

    List<SqsMessage> messages =
        messages(read("{\"Records\":[{\"messageId\":\"m-1\"," + members + "}," + other + "]}"));

    assertThat(messages)
        .extracting(SqsMessage::messageId)
        .containsExactly(Optional.of("m-1"), Optional.of("m-2"));
    assertThat(messages)
        .extracting(SqsMessage::body)
        .containsExactly(Optional.empty(), Optional.of("{}"));
  }

  @Test
  void anArrayOfAPipeHoldsTheSameMessagesAsAnEventWithRecords() throws IOException {
    String records = FULL.substring(FULL.indexOf('['), FULL.lastIndexOf("{}]")).stripTrailing();
    String array = records.substring(0, records.lastIndexOf(',')) + "]";

    assertThat(messages(read(array)))
        .isEqualTo(messages(read("{\"Records\":" + array + "}")))
        .hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[]",
        "[7]",
        "[{}]",
        "[{\"body\":\"{}\"}]",
        "[{\"body\":\"{}\",\"eventSourceARN\":\"arn:aws:sqs:eu-west-1:123456789012:a\"}]",
        "[{\"messageId\":\"m\",\"eventSource\":\"aws:sqs\",\"body\":\"{}\"}]",
        "[{\"eventSource\":\"aws:kinesis\",\"sequenceNumber\":\"1\",\"data\":\"e30=\","
            + "\"eventSourceARN\":\"arn:aws:kinesis:eu-west-1:123456789012:stream/clicks\"}]",
        "[{\"messageId\":\"m\",\"eventSourceARN\":\"arn:aws:sqs:eu-west-1:123456789012:a\"},{}]"
      })
  void anArrayOfAnythingElseIsRefusedAsAWholeByTheNameOfPipes(String event) {
    assertMistake(() -> read(event), "EventBridge Pipes", "input template");
  }

  @Test
  void jsonNullIsNoEvent() throws IOException {
    assertThat(read("null")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"null", "12", "\"m-1\"", "[{\"messageId\":\"m-1\"}]", "{\"messageId\":{}}"})
  void aRecordOfTheWrongShapeStaysARecord(String record) throws IOException {
    List<SqsMessage> messages =
        messages(read("{\"Records\":[" + record + ",{\"messageId\":\"m-2\"}]}"));

    assertThat(messages).hasSize(2);
    assertThat(messages.getFirst().messageId()).isEmpty();
    assertThat(messages.getLast().messageId()).contains("m-2");
  }

  @ParameterizedTest
  @ValueSource(strings = {"[]", "12", "\"x\"", "{\"Records\":{}}", "{\"Records\":\"x\"}", ""})
  void whatIsNoBatchIsRefused(String event) {
    assertMistake(() -> read(event), "SQS event source");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"{", "{\"Records\":[", "{\"Records\":[{\"messageId\":\"m-1\"}", "nul", "{]"})
  void whatIsNotJsonIsRefusedAsAWhole(String event) {
    assertThatThrownBy(() -> read(event)).isInstanceOf(JsonParseException.class);
  }

  private Optional<SQSEvent> read(String event) throws IOException {
    return Optional.ofNullable(reader.read(new ByteArrayInputStream(event.getBytes(UTF_8))));
  }

  private static List<SqsMessage> messages(Optional<SQSEvent> event) {
    return event
        .map(SQSEvent::getRecords)
        .map(records -> records.stream().map(SqsMessage::of).toList())
        .orElse(List.of());
  }
}
