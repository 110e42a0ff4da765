package dev.effectivelyonce.operations.deployed;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexDescription;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/**
 * What a table is.
 *
 * @param name its name
 * @param key its key, as {@code id:S} for each part
 * @param listing the index of listed records
 * @param items about how many records it has, as of the last hours
 */
public record TableFacts(
    String name, List<String> key, Optional<IndexFacts> listing, Optional<Long> items) {
  /**
   * What an index is.
   *
   * @param key as that of a table
   * @param status such as ACTIVE
   */
  public record IndexFacts(List<String> key, String status) {}

  static TableFacts of(TableDescription table) {
    Map<String, String> types =
        table.attributeDefinitions().stream()
            .collect(
                Collectors.toMap(
                    definition -> definition.attributeName(),
                    definition -> definition.attributeTypeAsString()));
    return new TableFacts(
        table.tableName(),
        key(table.keySchema(), types),
        table.globalSecondaryIndexes().stream()
            .filter(index -> index.indexName().equals("listing"))
            .findFirst()
            .map(index -> index(index, types)),
        Optional.ofNullable(table.itemCount()));
  }

  private static IndexFacts index(
      GlobalSecondaryIndexDescription index, Map<String, String> types) {
    return new IndexFacts(
        key(index.keySchema(), types), String.valueOf(index.indexStatusAsString()));
  }

  private static List<String> key(List<KeySchemaElement> schema, Map<String, String> types) {
    return schema.stream()
        .map(part -> part.attributeName() + ":" + types.get(part.attributeName()))
        .toList();
  }
}
