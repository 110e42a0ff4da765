package dev.effectivelyonce.dynamodb;

/**
 * The names of the attributes of a record. The first six have the same meaning as in a table of AWS
 * Lambda Powertools. A table outlives every release: never rename one or give it another meaning.
 */
final class Attributes {
  /** The version of this format, kept in {@link #SCHEMA}. */
  static final int SCHEMA_VERSION = 1;

  /** S, the partition key: consumer, #, hash of the business key. */
  static final String ID = "id";

  /** S: the name of a {@code Status}. */
  static final String STATUS = "status";

  /** N, epoch seconds, the TTL attribute: until when the record is kept. */
  static final String EXPIRATION = "expiration";

  /** N, epoch milliseconds: when the lease lapses. */
  static final String LEASE = "in_progress_expiration";

  /** S: the serialized result. */
  static final String DATA = "data";

  /** S: the payload fingerprint. */
  static final String VALIDATION = "validation";

  /** S: the id of the attempt that holds or last held the record. */
  static final String OWNER = "owner";

  /** N, from 1: the number of that attempt. */
  static final String ATTEMPT = "attempt";

  /** N, epoch milliseconds: the last write. */
  static final String UPDATED_AT = "updated_at";

  /** S: why the last attempt did not complete. */
  static final String ERROR = "error";

  /** N: the version of the format in which the record was claimed. */
  static final String SCHEMA = "schema";

  /** M: why the result is not kept, and its size. */
  static final String OMITTED = "data_omitted";

  /** S, in {@link #OMITTED}: the name of a {@code StoredResult.Reason}. */
  static final String OMITTED_REASON = "reason";

  /** N, in {@link #OMITTED}: the size of the serialized result in bytes. */
  static final String OMITTED_SIZE = "size_bytes";

  /** M of M, by the steps' names; absent until a step is noted. */
  static final String STEPS = "steps";

  /** S, in a step: the name of a {@code Step.State}. */
  static final String STEP_STATE = "state";

  /** N from 1, in a step: its place in the order of steps. */
  static final String STEP_POSITION = "position";

  /** N from 1, in a step: the number of the attempt that last began it. */
  static final String STEP_ATTEMPT = "attempt";

  /** S, in a step: the serialized result. */
  static final String STEP_DATA = "data";

  /** M, in a step: like {@link #OMITTED}. */
  static final String STEP_OMITTED = "data_omitted";

  /** S, in a step: why it did not happen. */
  static final String STEP_ERROR = "error";

  /** N, epoch milliseconds, in a step: when an attempt first began it. */
  static final String STEP_BEGUN_AT = "begun_at";

  /** S, only where the consumer asks for it: the business key in clear. */
  static final String BUSINESS_KEY = "business_key";

  /** S: the id of the attempt that made the record; kept until the record is claimed anew. */
  static final String GENERATION = "generation";

  /** S: the name of the function whose attempt holds or last held the record. */
  static final String FUNCTION = "function";

  /** S: some bits of the hash of this attempt's payload. */
  static final String PAYLOAD = "payload";

  /** S, only if this attempt is traced: its place in its trace, as in a W3C header. */
  static final String TRACEPARENT = "traceparent";

  /** N: the attempt whose failure an operator has dealt with. */
  static final String ACKNOWLEDGED = "acknowledged";

  /** S, only on listed records: the partition key of the index {@link #LISTING_INDEX}. */
  static final String LISTING = "listing";

  /** The index of listed records: {@link #LISTING}, then {@link #UPDATED_AT}; keys only. */
  static final String LISTING_INDEX = "listing";

  /**
   * The start of the {@link #ID} of a record's trail, an item of its own; the record's id follows.
   * No consumer's name has a slash.
   */
  static final String TRAIL = "trail/";

  /** L of M, in a trail: its entries, oldest first. */
  static final String ENTRIES = "entries";

  /** N, in a trail: how many entries it ever had. */
  static final String ENTRY_COUNT = "entry_count";

  private Attributes() {}
}
