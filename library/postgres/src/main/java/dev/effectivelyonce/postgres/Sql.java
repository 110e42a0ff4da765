package dev.effectivelyonce.postgres;

import java.nio.charset.StandardCharsets;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A piece of SQL with the values of its placeholders. */
record Sql(String text, List<Value> values) {
  /**
   * The value of a placeholder.
   *
   * @param type of {@link Types}; a text of the type BINARY goes as its UTF-8
   * @param content empty: NULL
   */
  record Value(int type, Optional<?> content) {
    static Value of(String text) {
      return new Value(Types.VARCHAR, Optional.of(text));
    }

    static Value bytes(Optional<String> text) {
      return new Value(Types.BINARY, text);
    }

    static Value of(long number) {
      return new Value(Types.BIGINT, Optional.of(number));
    }
  }

  static Sql of(String text, Value... values) {
    return new Sql(text, List.of(values));
  }

  /** Returns the pieces one after the other. */
  static Sql joined(String separator, List<Sql> pieces) {
    return new Sql(
        pieces.stream().map(Sql::text).collect(Collectors.joining(separator)),
        pieces.stream().flatMap(piece -> piece.values().stream()).toList());
  }

  Sql then(Sql... next) {
    return joined("", Stream.concat(Stream.of(this), Arrays.stream(next)).toList());
  }

  Sql then(String next, Value... more) {
    return then(of(next, more));
  }

  Sql and(String condition, Value... more) {
    return then(" AND " + condition, more);
  }

  void bind(PreparedStatement statement) throws SQLException {
    for (int i = 0; i < values.size(); i++) {
      Value value = values.get(i);
      if (value.content().isEmpty()) {
        statement.setNull(i + 1, value.type());
      } else if (value.type() == Types.BINARY) {
        statement.setBytes(
            i + 1, value.content().get().toString().getBytes(StandardCharsets.UTF_8));
      } else {
        statement.setObject(i + 1, value.content().get(), value.type());
      }
    }
  }
}
