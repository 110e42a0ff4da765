package dev.effectivelyonce.tests.sources;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.util.Base64;

/** How Lambda hands over the records of a source, each at a position of its own. */
enum Wire {
  SQS(
      "{\"Records\":[<records>]}",
      """
      {"messageId":"m-<id>","receiptHandle":"r-<id>","md5OfBody":"0",
      "body":"{\\"id\\":\\"<id>\\",\\"weight\\":<weight>}",
      "attributes":{"ApproximateReceiveCount":"1","SentTimestamp":"1545082649183",
      "AWSTraceHeader":"Root=1-5759e988-bd862e3fe1be46a994272793"},
      "messageAttributes":{"trace":{"stringValue":"t","stringListValues":[],
      "binaryListValues":[],"dataType":"String"},"raw":{"binaryValue":"iVA=","dataType":"Binary"}},
      "eventSource":"aws:sqs","eventSourceARN":"arn:aws:sqs:eu-central-1:123456789012:parcels",
      "awsRegion":"eu-central-1"}\
      """),
  KINESIS(
      "{\"Records\":[<records>]}",
      """
      {"kinesis":{"kinesisSchemaVersion":"1.0","partitionKey":"p","sequenceNumber":"<at>",
      "data":"<data>","approximateArrivalTimestamp":1545084650.987},"eventSource":"aws:kinesis",
      "eventVersion":"1.0","eventID":"shardId-000000000001:<at>","eventName":"aws:kinesis:record",
      "eventSourceARN":"arn:aws:kinesis:eu-central-1:123456789012:stream/parcels"}\
      """),
  TABLE(
      "{\"Records\":[<records>]}",
      """
      {"eventID":"e<at>","eventName":"MODIFY","eventVersion":"1.1","eventSource":"aws:dynamodb",
      "dynamodb":{"ApproximateCreationDateTime":1545084650,"Keys":{"id":{"S":"<id>"}},
      "OldImage":{"id":{"S":"<id>"},"weight":{"N":"1"},"tags":{"L":[{"S":"a"},{"NULL":true}]}},
      "NewImage":{"id":{"S":"<id>"},"weight":{"N":"<weight>"},"more":{"M":{"b":{"B":"iVA="}}}},
      "SequenceNumber":"<at>","SizeBytes":26,"StreamViewType":"NEW_AND_OLD_IMAGES"},
      "userIdentity":{"type":"Service","principalId":"dynamodb.amazonaws.com"},
      "eventSourceARN":"arn:aws:dynamodb:eu-central-1:123456789012:table/Parcels/stream/1"}\
      """),
  KAFKA(
      """
      {"eventSource":"aws:kafka","bootstrapServers":"b-1.parcels:9092","records":
      {"parcels-0":[<records>]}}
      """,
      """
      {"topic":"parcels","partition":0,"offset":<at>,"timestamp":1545084650987,
      "timestampType":"CREATE_TIME","key":"cA==","value":"<data>",
      "headers":[{"id":[112,-61,40]},{"id":[113]}],"valueSchemaMetadata":{"dataFormat":"AVRO"}}\
      """),
  RABBITMQ(
      """
      {"eventSource":"aws:rmq","eventSourceArn":"arn:aws:mq:eu-central-1:123456789012:broker:p:b",
      "rmqMessagesByQueue":{"parcels::/":[<records>]}}
      """,
      """
      {"basicProperties":{"contentType":"text/plain","contentEncoding":null,"headers":{"header1":
      {"bytes":[118,97]},"list":[{"bytes":[1]},7],"table":{"a":{"b":true}},"x-delivery-count":2},
      "deliveryMode":1,"priority":34,"messageId":"m-<at>","timestamp":"Jan 1, 1970, 12:33:41 AM",
      "bodySize":80},"redelivered":true,"data":"<data>"}\
      """);

  private static final String RECORDS = "<records>";

  private final String event;
  private final String record;

  Wire(String event, String record) {
    this.event = event;
    this.record = record;
  }

  String record(int position, Parcel parcel) {
    return record(position, parcel.json().getBytes(UTF_8))
        .replace("<id>", parcel.id())
        .replace("<weight>", Integer.toString(parcel.weight()));
  }

  /** A record of a source whose events are bytes. */
  String record(int position, byte[] data) {
    return record
        .replace("<at>", Integer.toString(position))
        .replace("<data>", Base64.getEncoder().encodeToString(data));
  }

  byte[] event(String only) {
    return event.replace(RECORDS, only).getBytes(UTF_8);
  }

  /** The event of a record that may be no text, and of another one. */
  byte[] event(byte[] first, String second) {
    int place = event.indexOf(RECORDS);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.writeBytes(event.substring(0, place).getBytes(UTF_8));
    bytes.writeBytes(first);
    bytes.writeBytes(("," + second + event.substring(place + RECORDS.length())).getBytes(UTF_8));
    return bytes.toByteArray();
  }
}
