package dev.effectivelyonce.streams;

/** The services with streams, and the names in their records. */
enum StreamKind {
  KINESIS("aws:kinesis", "kinesis", "sequenceNumber", "partitionKey"),
  DYNAMODB("aws:dynamodb", "dynamodb", "SequenceNumber", "Keys");

  private final String eventSource;
  private final String content;
  private final String sequenceNumber;
  private final String partitionKey;

  StreamKind(String eventSource, String content, String sequenceNumber, String partitionKey) {
    this.eventSource = eventSource;
    this.content = content;
    this.sequenceNumber = sequenceNumber;
    this.partitionKey = partitionKey;
  }

  String eventSource() {
    return eventSource;
  }

  String content() {
    return content;
  }

  String sequenceNumber() {
    return sequenceNumber;
  }

  String partitionKey() {
    return partitionKey;
  }
}
