package dev.effectivelyonce.dynamodb;

import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.handler.HandlerResult.Unsuccessful;
import dev.effectivelyonce.core.outbox.OutboxLimits;
import dev.effectivelyonce.core.outbox.OutboxMessage;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.dynamodb.UnitOfWork.Step;
import dev.effectivelyonce.dynamodb.outbox.OutboxItem;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/**
 * The limits of a DynamoDB transaction, as far as the request shows whether they are kept.
 *
 * @param recordsTable the name or ARN of the table of records
 * @param region of the client; empty if it is not known
 */
record UnitLimits(String recordsTable, Optional<String> region) {
  /** A consumer's name and a hash, see {@code RecordId}. */
  private static final Pattern RECORD_ID = Pattern.compile(".+#[A-Za-z0-9_-]{43}");

  private static final int MAX_ACTIONS = 100;
  private static final long MAX_BYTES = 4L * 1024 * 1024;

  /** The largest message: an item has 400 KB, of which the message's places take some. */
  private static final int MAX_MESSAGE_BYTES = 384 * 1024;

  /** Returns why the unit can't be written with these actions beside it. */
  Optional<Unsuccessful> refusal(UnitOfWork unit, List<TransactWriteItem> beside) {
    List<TransactionAction> actions =
        Stream.concat(beside.stream(), unit.steps().stream().map(Step::action))
            .map(TransactionAction::of)
            .toList();
    return tooMany(actions, beside.size())
        .or(() -> unclear(actions))
        .or(() -> valueless(actions))
        .or(() -> tooLarge(actions))
        .or(() -> noMessages(actions))
        .or(() -> messages(actions))
        .or(() -> sameMessage(actions))
        .or(() -> twice(actions))
        .or(() -> elsewhere(actions))
        .or(() -> ofRecords(unit))
        .map(UnitLimits::refused)
        // A missing setting is no fault of the event, which waits until somebody corrects it.
        .or(() -> nameless(actions).map(HandlerResult::retry));
  }

  /** Returns the failure of an event whose unit can never be written as it is. */
  static Unsuccessful refused(String problem) {
    return HandlerResult.fail(ErrorSummary.refused(problem).text());
  }

  private static Optional<String> nameless(List<TransactionAction> actions) {
    return actions.stream().anyMatch(action -> action.table().isBlank())
        ? Optional.of(
            "A write of the unit of work has no table name: read the setting that it comes from by"
                + " EnvironmentVariables.required, so that the function fails where it is missing")
        : Optional.empty();
  }

  private static Optional<String> tooMany(List<TransactionAction> actions, int beside) {
    return actions.size() <= MAX_ACTIONS
        ? Optional.empty()
        : Optional.of(
            "The unit of work has %s writes, and DynamoDB takes %s besides the record: make smaller"
                    .formatted(actions.size() - beside, MAX_ACTIONS - beside)
                + " events of it");
  }

  private static Optional<String> unclear(List<TransactionAction> actions) {
    return actions.stream().anyMatch(action -> action.kinds() != 1)
        ? Optional.of(
            "A write of the unit of work is not exactly one of put, update, delete and check")
        : Optional.empty();
  }

  private static Optional<String> valueless(List<TransactionAction> actions) {
    return actions.stream()
        .flatMap(action -> action.valueless().stream())
        .findFirst()
        .map(
            name ->
                "The attribute or value %s of a write of the unit of work is null: leave it out, or"
                        .formatted(name)
                    + " give one of DynamoDB's NULL type");
  }

  private static Optional<String> tooLarge(List<TransactionAction> actions) {
    long bytes = actions.stream().mapToLong(TransactionAction::sizeBytes).sum();
    return bytes <= MAX_BYTES
        ? Optional.empty()
        : Optional.of(
            "The unit of work has %s bytes, and DynamoDB takes %s: keep large values elsewhere"
                .formatted(bytes, MAX_BYTES));
  }

  /** Returns the problem of an item that is marked as a message, which nobody could read. */
  private static Optional<String> noMessages(List<TransactionAction> actions) {
    return actions.stream()
            .filter(TransactionAction::isMessage)
            .allMatch(action -> isReadable(action.item()))
        ? Optional.empty()
        : Optional.of(
            "An item of the unit of work looks like a message of an outbox, and is none: leave"
                + " messages to Outbox, and give the attribute outbox_schema another name");
  }

  private static boolean isReadable(Map<String, AttributeValue> item) {
    try {
      OutboxMessage ignored = OutboxItem.message(item);
      return true;
    } catch (RuntimeException e) {
      return false;
    }
  }

  private static Optional<String> messages(List<TransactionAction> actions) {
    return actions.stream()
        .filter(TransactionAction::isMessage)
        .map(action -> OutboxItem.message(action.item()))
        .flatMap(message -> OutboxLimits.refusal(message, MAX_MESSAGE_BYTES).stream())
        .findFirst();
  }

  /**
   * Returns the problem if two messages have one name and so one id, whatever their ordering keys:
   * receivers would take all but the first for a copy.
   */
  private static Optional<String> sameMessage(List<TransactionAction> actions) {
    Set<List<Object>> messages = new HashSet<>();
    return actions.stream()
        .filter(TransactionAction::isMessage)
        .filter(it -> !messages.add(List.of(it.table(), OutboxItem.message(it.item()).id())))
        .findFirst()
        .map(
            it ->
                "The unit of work has two messages of one name in the outbox %s: give each its own"
                    .formatted(it.table()));
  }

  /** Returns the problem of two writes of one item; a put's key is known from another write's. */
  private static Optional<String> twice(List<TransactionAction> actions) {
    Map<String, Set<String>> keys = new HashMap<>();
    actions.forEach(action -> action.keyNames().ifPresent(it -> keys.put(action.table(), it)));
    Set<List<Object>> items = new HashSet<>();
    for (TransactionAction action : actions) {
      Optional<String> same =
          action
              .key(Optional.ofNullable(keys.get(action.table())))
              .filter(key -> !items.add(List.of(action.table(), key)))
              .map(
                  key ->
                      "The unit of work writes an item of the table %s twice: make one write of them"
                          .formatted(action.table()));
      if (same.isPresent()) {
        return same;
      }
    }
    return Optional.empty();
  }

  /** Returns the problem of a write of a record, which the protocol alone may change. */
  private Optional<String> ofRecords(UnitOfWork unit) {
    return unit.steps().stream()
            .map(Step::action)
            .filter(action -> action.conditionCheck() == null)
            .map(TransactionAction::of)
            .filter(action -> name(action.table()).equals(name(recordsTable)))
            .anyMatch(UnitLimits::isOfRecord)
        ? Optional.of(
            "The unit of work writes a record in the table of records %s: leave records to this"
                    .formatted(recordsTable)
                + " library, or one may be lost, and its event run again")
        : Optional.empty();
  }

  private static boolean isOfRecord(TransactionAction action) {
    return Optional.ofNullable(action.key().orElse(action.item()).get(Attributes.ID))
        .map(AttributeValue::s)
        .filter(id -> RECORD_ID.matcher(id).matches())
        .isPresent();
  }

  private static String name(String table) {
    return table.substring(table.lastIndexOf('/') + 1);
  }

  private Optional<String> elsewhere(List<TransactionAction> actions) {
    Set<TableArn> places =
        Stream.concat(actions.stream().map(TransactionAction::table), Stream.of(recordsTable))
            .flatMap(table -> TableArn.of(table).stream())
            .collect(Collectors.toSet());
    boolean isElsewhere =
        places.stream()
            .anyMatch(place -> region.filter(it -> !it.equals(place.region())).isPresent());
    return places.size() > 1 || isElsewhere
        ? Optional.of(
            "The unit of work has tables of another account or Region than the records': send a"
                + " message to a consumer there instead")
        : Optional.empty();
  }
}
