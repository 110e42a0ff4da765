package dev.effectivelyonce.local.chaos;

/** What stands behind a proxy. */
enum Service {
  /** The tables of records and effects. */
  DYNAMO_DB("com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException"),
  /** The queues. */
  SQS("com.amazonaws.sqs#RequestThrottled"),
  /** The function behind an API, of whose throttling no answer is made up. */
  API("");

  private final String throttling;

  Service(String throttling) {
    this.throttling = throttling;
  }

  /** Returns how a refusal for too many calls is spelt by it. */
  String throttling() {
    return throttling;
  }
}
