package dev.effectivelyonce.postgres;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** A table of this library, and the file that makes it. */
enum SchemaTable {
  SCHEMA,
  RECORD,
  TRAIL,
  OBSERVED,
  OUTBOX;

  /** Returns its name without a schema: a {@link Session} puts its {@link Home} before. */
  String sql() {
    return "effectively_once_" + name().toLowerCase(Locale.ROOT);
  }

  String file() {
    return this == OUTBOX ? "V2__effectively_once_outbox.sql" : "V1__effectively_once.sql";
  }

  /** Returns the columns to look for. */
  List<String> columns() {
    return switch (this) {
      case RECORD -> Arrays.stream(Column.values()).map(Column::sql).toList();
      case OUTBOX -> List.of((OutboxRow.COLUMNS + ", place, refused_ms").split(", "));
      case SCHEMA, TRAIL, OBSERVED -> List.of();
    };
  }
}
