package dev.effectivelyonce.local.eventsource;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;

class SqsEventJsonTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  @Test
  void theEventIsTheOneThatLambdaBuilds() throws JsonProcessingException {
    Message message =
        Message.builder()
            .messageId("m")
            .receiptHandle("r")
            .body("{\"orderId\":\"O-1\"}")
            .md5OfBody("5")
            .md5OfMessageAttributes("6")
            .attributesWithStrings(
                Map.of(
                    "ApproximateReceiveCount", "2",
                    "MessageGroupId", "g",
                    "AWSTraceHeader", "Root=1-0-0"))
            .messageAttributes(
                Map.of(
                    "simulate",
                        MessageAttributeValue.builder()
                            .dataType("String")
                            .stringValue("timeout")
                            .build(),
                    "bytes",
                        MessageAttributeValue.builder()
                            .dataType("Binary")
                            .binaryValue(SdkBytes.fromUtf8String("abc"))
                            .build()))
            .build();

    String event =
        SqsEventJson.of(List.of(message), "arn:aws:sqs:us-east-1:000000000000:q", "us-east-1");

    assertThat(MAPPER.readTree(event)).isEqualTo(MAPPER.readTree(EXPECTED));
  }

  private static final String EXPECTED =
      """
      {"Records": [{
        "messageId": "m", "receiptHandle": "r", "body": "{\\"orderId\\":\\"O-1\\"}",
        "attributes": {"ApproximateReceiveCount": "2", "MessageGroupId": "g", "AWSTraceHeader": "Root=1-0-0"},
        "messageAttributes": {
          "simulate": {"stringValue": "timeout", "stringListValues": [], "binaryListValues": [], "dataType": "String"},
          "bytes": {"binaryValue": "YWJj", "stringListValues": [], "binaryListValues": [], "dataType": "Binary"}},
        "md5OfBody": "5", "md5OfMessageAttributes": "6",
        "eventSource": "aws:sqs", "eventSourceARN": "arn:aws:sqs:us-east-1:000000000000:q",
        "awsRegion": "us-east-1"}]}
      """;
}
