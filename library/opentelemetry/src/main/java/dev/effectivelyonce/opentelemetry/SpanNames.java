package dev.effectivelyonce.opentelemetry;

import io.opentelemetry.api.common.AttributeKey;

/**
 * The names of spans and attributes. Those of messaging are of the semantic conventions {@value
 * #VERSION}.
 */
final class SpanNames {
  static final String VERSION = "1.45.0";
  static final String SCHEMA_URL = "https://opentelemetry.io/schemas/" + VERSION;

  /** The variable of the official switch between versions of the conventions. */
  static final String OPT_IN = "OTEL_SEMCONV_STABILITY_OPT_IN";

  /** Its value for the names of this version together with the older ones. */
  static final String OLDER_NAMES_TOO = "messaging/dup";

  static final String BATCH = "process_batch";
  static final String PROCESS = "process";
  static final String SEND = "send";
  static final String REPLAY_BATCH = "replay_batch";
  static final String REPLAY = "replay";
  static final String RUN = "run";
  static final String ATTEMPT = "attempt";
  static final String STEP = "step";
  static final String STORE = "store";

  static final AttributeKey<String> SYSTEM = AttributeKey.stringKey("messaging.system.name");
  static final AttributeKey<String> DESTINATION =
      AttributeKey.stringKey("messaging.destination.name");
  static final AttributeKey<String> MESSAGE_ID = AttributeKey.stringKey("messaging.message.id");
  static final AttributeKey<String> OPERATION_NAME =
      AttributeKey.stringKey("messaging.operation.name");
  static final AttributeKey<String> OPERATION_TYPE =
      AttributeKey.stringKey("messaging.operation.type");
  static final AttributeKey<Long> MESSAGE_COUNT =
      AttributeKey.longKey("messaging.batch.message_count");
  static final AttributeKey<String> ERROR_TYPE = AttributeKey.stringKey("error.type");

  static final AttributeKey<String> OLDER_SYSTEM = AttributeKey.stringKey("messaging.system");
  static final AttributeKey<String> OLDER_OPERATION = AttributeKey.stringKey("messaging.operation");
  static final String OLDER_SEND = "publish";

  static final AttributeKey<String> CONSUMER = AttributeKey.stringKey("effectivelyonce.consumer");
  static final AttributeKey<String> KEY_HASH = AttributeKey.stringKey("effectivelyonce.key_hash");
  static final AttributeKey<String> OWNER = AttributeKey.stringKey("effectivelyonce.owner");
  static final AttributeKey<Long> ATTEMPT_NUMBER = AttributeKey.longKey("effectivelyonce.attempt");
  static final AttributeKey<String> OUTCOME = AttributeKey.stringKey("effectivelyonce.outcome");

  /** What the span at the other end of a link is to the one that has the link. */
  static final AttributeKey<String> RELATION = AttributeKey.stringKey("effectivelyonce.relation");

  /** The relation of the span in which the message was sent. */
  static final String SENDER = "sender";

  /** The fields of log lines, by the names that OpenTelemetry's own instrumentations use. */
  static final String LOGGED_TRACE = "trace_id";

  static final String LOGGED_SPAN = "span_id";

  private SpanNames() {}
}
