package dev.effectivelyonce.postgres;

import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.store.Listing;
import java.sql.Types;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** The columns of the record table, with what each holds of a record. */
enum Column {
  ID(Types.VARCHAR),
  CONSUMER(Types.VARCHAR),
  STATUS(Types.VARCHAR),
  OWNER(Types.VARCHAR),
  ATTEMPT(Types.INTEGER),
  LEASE_MS(Types.BIGINT),
  UPDATED_MS(Types.BIGINT),
  KEPT_UNTIL_S(Types.BIGINT),
  FINGERPRINT(Types.VARCHAR),
  READABLE_KEY(Types.BINARY),
  RESULT_KIND(Types.VARCHAR),
  RESULT(Types.BINARY),
  RESULT_SIZE(Types.INTEGER),
  ERROR(Types.BINARY),
  STEP_STATES(Types.VARCHAR),
  STEPS(Types.VARCHAR),
  GENERATION(Types.VARCHAR),
  FUNCTION(Types.VARCHAR),
  PAYLOAD_CHECK(Types.VARCHAR),
  TRACEPARENT(Types.VARCHAR),
  ACKNOWLEDGED(Types.INTEGER),
  LISTED_MS(Types.BIGINT);

  /**
   * The columns that tell whether a record is still the one that was seen. A change of any other
   * column changes one of these, too: the state of a step names the kind of its result.
   */
  static final List<Column> COMPARED =
      List.of(
          LEASE_MS,
          UPDATED_MS,
          KEPT_UNTIL_S,
          READABLE_KEY,
          RESULT_KIND,
          ERROR,
          STEP_STATES,
          ACKNOWLEDGED);

  static final String NAMES =
      Arrays.stream(values()).map(Column::sql).collect(Collectors.joining(", "));

  private final int type;

  Column(int type) {
    this.type = type;
  }

  /** Returns its name in the table. */
  String sql() {
    return name().toLowerCase(Locale.ROOT);
  }

  String placeholder() {
    return this == STEPS ? "?::jsonb" : "?";
  }

  Optional<?> content(IdempotencyRecord record) {
    return switch (this) {
      case ID -> Optional.of(record.id().value());
      case CONSUMER -> Optional.of(RecordRow.consumer(record.id()));
      case STATUS -> Optional.of(record.status().name());
      case OWNER -> Optional.of(record.owner().value());
      case ATTEMPT -> Optional.of(record.attempt());
      case LEASE_MS -> Optional.of(record.leaseUntil().toEpochMilli());
      case UPDATED_MS, LISTED_MS -> Optional.of(record.stamp().at().toEpochMilli());
      case KEPT_UNTIL_S -> Optional.of(record.stamp().keptUntil().getEpochSecond());
      case FINGERPRINT -> record.fingerprint().map(it -> it.value());
      case READABLE_KEY -> record.readableKey();
      case RESULT_KIND -> Optional.of(RecordRow.kind(record.result()));
      case RESULT -> RecordRow.text(record.result());
      case RESULT_SIZE -> Optional.of(RecordRow.omittedBytes(record.result()));
      case ERROR -> record.error().map(it -> it.text());
      case STEP_STATES -> Optional.of(StepText.states(record.steps()));
      case STEPS -> Optional.of(StepText.json(record.steps()));
      case GENERATION -> record.generation().map(it -> it.value());
      case FUNCTION -> record.claimant().function();
      case PAYLOAD_CHECK -> record.claimant().payload().map(it -> it.value());
      case TRACEPARENT -> record.claimant().trace().map(it -> it.value());
      case ACKNOWLEDGED -> Optional.of(record.acknowledged());
    };
  }

  Sql.Value value(IdempotencyRecord record) {
    return new Sql.Value(type, content(record));
  }

  /** Returns the value, for the one column that depends on the choice of listed records, too. */
  Sql.Value value(IdempotencyRecord record, Listing listing) {
    return this == LISTED_MS && !listing.lists(record)
        ? new Sql.Value(type, Optional.empty())
        : value(record);
  }

  Sql.Value value(Object content) {
    return new Sql.Value(type, Optional.of(content));
  }

  /** Returns whether both records have the same in this column. */
  boolean isSame(IdempotencyRecord one, IdempotencyRecord other) {
    return content(one).equals(content(other));
  }
}
