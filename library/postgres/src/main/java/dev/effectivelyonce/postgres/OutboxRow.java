package dev.effectivelyonce.postgres;

import dev.effectivelyonce.core.outbox.OutboxMessage;
import dev.effectivelyonce.core.outbox.OutgoingMessage;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** The row of a message in the outbox. */
final class OutboxRow {
  static final String COLUMNS =
      "id, lane, destination, consumer, name, body, attributes, created_ms";

  private OutboxRow() {}

  /**
   * Returns the statement that writes messages in their order. A message that is there already
   * stays: it has the same id, and is sent as it is.
   */
  static Sql insert(List<OutboxMessage> messages) {
    Sql rows = Sql.joined(", ", messages.stream().map(OutboxRow::row).toList());
    return Sql.of("INSERT INTO effectively_once_outbox (" + COLUMNS + ") VALUES ")
        .then(rows)
        .then(" ON CONFLICT DO NOTHING");
  }

  private static Sql row(OutboxMessage message) {
    OutgoingMessage outgoing = message.outgoing();
    return Sql.of(
        "(?, ?, ?, ?, ?, ?, ?::jsonb, ?)",
        Sql.Value.of(message.id()),
        Sql.Value.of(message.lane()),
        Sql.Value.of(outgoing.destination()),
        Sql.Value.of(message.consumer()),
        Sql.Value.of(outgoing.name()),
        Sql.Value.bytes(Optional.of(outgoing.body())),
        Sql.Value.of(JsonTexts.of(each(outgoing.attributes(), JsonTexts::base64))),
        Sql.Value.of(message.createdAt().toEpochMilli()));
  }

  static OutboxMessage message(ResultSet row) throws SQLException {
    String id = row.getString("id");
    String lane = row.getString("lane");
    OutgoingMessage outgoing =
        new OutgoingMessage(
            row.getString("destination"),
            row.getString("name"),
            RecordRow.text(row, "body").orElse(""),
            Optional.of(lane).filter(it -> !it.equals(id)),
            each(JsonTexts.parsed(row.getString("attributes")), JsonTexts::fromBase64));
    return new OutboxMessage(
        lane,
        id,
        row.getString("consumer"),
        outgoing,
        Instant.ofEpochMilli(row.getLong("created_ms")),
        OutboxMessage.Place.FIRST);
  }

  /** Returns the condition that a row is one of these messages, of which there is one at least. */
  static Sql isOneOf(Collection<String> ids) {
    Sql each = Sql.joined(", ", ids.stream().map(id -> Sql.of("?", Sql.Value.of(id))).toList());
    return Sql.of("id IN (").then(each).then(")");
  }

  private static Map<String, String> each(Map<String, String> texts, UnaryOperator<String> change) {
    return texts.entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, it -> change.apply(it.getValue())));
  }
}
