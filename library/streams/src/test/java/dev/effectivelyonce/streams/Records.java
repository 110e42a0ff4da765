package dev.effectivelyonce.streams;

import static dev.effectivelyonce.streams.SourceBench.json;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;

/** Records as Lambda's documentation shows them. */
final class Records {
  static final String STREAM = "arn:aws:kinesis:eu-central-1:123456789012:stream/clicks";
  static final String SHARD = "shardId-000000000001";

  private Records() {}

  static String event(List<String> records) {
    return "{\"Records\":[%s]}".formatted(String.join(",", records));
  }

  /** A click of a customer, whose partition key is the customer. */
  static String click(int sequence, String customer, String id) {
    return kinesis(SHARD, Integer.toString(sequence), customer, base64(json(id)));
  }

  static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  static String kinesis(String shard, String sequence, String partitionKey, String data) {
    return """
    {"kinesis":{"kinesisSchemaVersion":"1.0","partitionKey":"%s","sequenceNumber":"%s",
      "data":"%s","approximateArrivalTimestamp":1545084650.987},
     "eventSource":"aws:kinesis","eventVersion":"1.0","eventID":"%s:%s",
     "eventName":"aws:kinesis:record","awsRegion":"eu-central-1",
     "invokeIdentityArn":"arn:aws:iam::123456789012:role/lambda","eventSourceARN":"%s"}
    """
        .formatted(partitionKey, sequence, data, shard, sequence, STREAM);
  }

  /** A change of an item; an image is left out where it is empty. */
  static String change(int sequence, String name, String keys, String before, String after) {
    return """
    {"eventID":"e%s","eventName":"%s","eventVersion":"1.1","eventSource":"aws:dynamodb",
     "awsRegion":"eu-central-1","dynamodb":{"Keys":%s%s%s,"SequenceNumber":"%s",
       "SizeBytes":26,"StreamViewType":"NEW_AND_OLD_IMAGES"},
     "eventSourceARN":"arn:aws:dynamodb:eu-central-1:123456789012:table/Orders/stream/2026"}
    """
        .formatted(
            sequence,
            name,
            keys,
            before.isEmpty() ? "" : ",\"OldImage\":" + before,
            after.isEmpty() ? "" : ",\"NewImage\":" + after,
            sequence);
  }
}
