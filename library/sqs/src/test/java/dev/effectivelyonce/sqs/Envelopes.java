package dev.effectivelyonce.sqs;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Base64;
import java.util.zip.GZIPOutputStream;

/** Envelopes as the services write them. */
final class Envelopes {
  private Envelopes() {}

  static String sns(String id, String message) {
    return """
    {
      "Type" : "Notification",
      "MessageId" : "%1$s",
      "TopicArn" : "arn:aws:sns:eu-central-1:123456789012:orders",
      "Message" : %2$s,
      "Timestamp" : "2026-01-01T00:00:00.%1$sZ",
      "SignatureVersion" : "1",
      "Signature" : "%1$s==",
      "MessageAttributes" : {
        "tenant" : {"Type":"String","Value":"blue"},
        "bytes" : {"Type":"Binary","Value":"AAE="}
      }
    }\
    """
        .formatted(id, quoted(message));
  }

  static String eventBridge(String id, String detail) {
    return """
    {"version":"0","id":"%1$s","detail-type":"OrderPlaced","source":"shop",\
    "account":"123456789012","time":"2026-01-01T00:00:00Z","region":"eu-central-1",\
    "resources":["a"],"detail":%2$s}\
    """
        .formatted(id, detail);
  }

  static String s3(String... records) {
    return "{\"Records\":[" + String.join(",", records) + "]}";
  }

  static String s3Record(String key, String sequencer) {
    return """
    {"eventVersion":"2.1","eventSource":"aws:s3","eventTime":"2026-01-01T00:00:00.000Z",\
    "eventName":"ObjectCreated:Put","s3":{"s3SchemaVersion":"1.0",\
    "bucket":{"name":"uploads-bucket","arn":"arn:aws:s3:::uploads-bucket"},\
    "object":{"key":"%s","size":1024,"eTag":"d4","sequencer":"%s"}}}\
    """
        .formatted(key, sequencer);
  }

  static String pointer(String key) {
    return "[\"software.amazon.payloadoffloading.PayloadS3Pointer\","
        + "{\"s3BucketName\":\"payloads\",\"s3Key\":\"%s\"}]".formatted(key);
  }

  static String gzip(String text) {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
      gzip.write(text.getBytes(UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return base64(packed.toByteArray());
  }

  static String base64(String text) {
    return base64(text.getBytes(UTF_8));
  }

  static String base64(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes);
  }

  private static String quoted(String text) {
    return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
  }
}
