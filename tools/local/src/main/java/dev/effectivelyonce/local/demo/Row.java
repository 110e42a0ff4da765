package dev.effectivelyonce.local.demo;

import dev.effectivelyonce.local.system.LocalSystem;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A row of a table in DynamoDB. */
record Row(Map<String, AttributeValue> values) {
  /** Returns the rows of the table of this title, such as Orders. */
  static List<Row> all(LocalSystem system, String title) {
    String table = system.output(title + "TableName");
    return system
        .dynamoDb()
        .scanPaginator(scan -> scan.tableName(table).consistentRead(true))
        .items()
        .stream()
        .map(Row::new)
        .toList();
  }

  /** Returns a text; empty where there is none. */
  String text(String name) {
    return value(name, AttributeValue::s).orElse("");
  }

  /** Returns a number; 0 where there is none. */
  long number(String name) {
    return value(name, AttributeValue::n).map(Long::parseLong).orElse(0L);
  }

  int count(String name) {
    return Math.toIntExact(number(name));
  }

  /** Returns a list of texts. */
  List<String> texts(String name) {
    return value(name, AttributeValue::l).orElse(List.of()).stream()
        .map(AttributeValue::s)
        .toList();
  }

  /** Returns a map of numbers. */
  Map<String, Long> numbers(String name) {
    Row map = new Row(value(name, AttributeValue::m).orElse(Map.of()));
    return map.values().keySet().stream().collect(Collectors.toMap(it -> it, map::number));
  }

  private <T> Optional<T> value(String name, Function<AttributeValue, T> as) {
    return Optional.ofNullable(values.get(name)).map(as);
  }
}
