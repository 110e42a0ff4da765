package dev.effectivelyonce.redis;

import dev.effectivelyonce.core.key.RecordId;

/**
 * The keys of records, and the names of the fields of their hashes. A server outlives every
 * release: never rename one or give it another meaning.
 */
final class Fields {
  /** The latest version of this format that this release reads and writes. */
  static final int SCHEMA_VERSION = 1;

  /** The version of the format of the record. */
  static final String SCHEMA = "schema";

  /** The name of a {@code Status}. */
  static final String STATUS = "status";

  /** The id of the attempt that holds or last held the record. */
  static final String OWNER = "owner";

  /** The number of that attempt, from 1. */
  static final String ATTEMPT = "attempt";

  /** Epoch milliseconds: when the lease lapses. */
  static final String LEASE = "lease";

  /** Epoch milliseconds: the last write. */
  static final String UPDATED_AT = "updated_at";

  /** Epoch milliseconds: until when the record is kept. */
  static final String KEPT_UNTIL = "kept_until";

  /** The payload fingerprint. */
  static final String FINGERPRINT = "fingerprint";

  /** The business key in clear, only where the consumer asks for it. */
  static final String BUSINESS_KEY = "business_key";

  /** The serialized result. */
  static final String DATA = "data";

  /** Why the result is not kept, {@code |}, and its size in bytes. */
  static final String OMITTED = "data_omitted";

  /** Why the last attempt did not complete. */
  static final String ERROR = "error";

  /** The id of the attempt that made the record. */
  static final String GENERATION = "generation";

  /** The name of the function whose attempt holds or last held the record. */
  static final String FUNCTION = "function";

  /** Some bits of the hash of this attempt's payload. */
  static final String PAYLOAD = "payload";

  /** This attempt's place in its trace, as in a W3C header; only if it is traced. */
  static final String TRACEPARENT = "traceparent";

  /** The attempt whose failure an operator has dealt with. */
  static final String ACKNOWLEDGED = "acknowledged";

  /** The start of the field of a step; its name follows. */
  static final String STEP = "step:";

  private static final String KEY = "eo:{";
  private static final String KEY_END = "}";

  private Fields() {}

  /** Returns the key of a record. The braces put its trail into the same slot of a cluster. */
  static String key(RecordId id) {
    return KEY + id.value() + KEY_END;
  }

  static String trailKey(RecordId id) {
    return key(id) + ":trail";
  }

  static String keyPattern(String consumer) {
    return KEY + consumer + "#*" + KEY_END;
  }

  static RecordId id(String key) {
    return new RecordId(key.substring(KEY.length(), key.length() - KEY_END.length()));
  }
}
