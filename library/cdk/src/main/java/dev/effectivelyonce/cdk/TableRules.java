package dev.effectivelyonce.cdk;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.services.dynamodb.CfnTable;
import software.amazon.awscdk.services.dynamodb.ITable;
import software.amazon.awscdk.services.dynamodb.Table;
import software.constructs.IConstruct;

/**
 * Checks a table of records. Nothing is known here of one that the app does not create: {@code
 * effectively-once doctor} checks that.
 */
final class TableRules {
  private static final Map<String, String> KEY =
      Map.of("attributeName", IdempotencyTable.KEY_ATTRIBUTE, "keyType", "HASH");
  private static final Map<String, String> TYPE =
      Map.of("attributeName", IdempotencyTable.KEY_ATTRIBUTE, "attributeType", "S");
  private static final String REMEDY = " Make it by IdempotencyTable, or like it.";

  private TableRules() {}

  static List<String> problems(Optional<ITable> table) {
    return table.stream()
        .filter(Table.class::isInstance)
        .map(Table.class::cast)
        .flatMap(it -> problems((CfnTable) it.getNode().getDefaultChild()))
        .toList();
  }

  /** Returns what keeps records of this table from being found without their keys. */
  static List<String> listingProblems(ITable table) {
    return table instanceof Table made
            && !resolved(
                    made, ((CfnTable) made.getNode().getDefaultChild()).getGlobalSecondaryIndexes())
                .toString()
                .contains("indexName=" + IdempotencyTable.LISTING_INDEX)
        ? List.of("the table of records has no index 'listing'." + REMEDY)
        : List.of();
  }

  private static Stream<String> problems(CfnTable table) {
    Object keys = resolved(table, table.getKeySchema());
    Object types = resolved(table, table.getAttributeDefinitions());
    Object expiry = resolved(table, table.getTimeToLiveSpecification());
    Stream<String> key =
        keys.equals(List.of(KEY)) && types instanceof List<?> all && all.contains(TYPE)
            ? Stream.empty()
            : Stream.of("idempotencyTable has another key than 'id', a string, alone." + REMEDY);
    Stream<String> end =
        expiry instanceof Map<?, ?> map
                && IdempotencyTable.TTL_ATTRIBUTE.equals(map.get("attributeName"))
            ? Stream.empty()
            : Stream.of(
                "idempotencyTable does not expire its items by 'expiration', so records stay for"
                    + " ever."
                    + REMEDY);
    return Stream.concat(key, end);
  }

  private static Object resolved(IConstruct table, @Nullable Object value) {
    return Optional.ofNullable(value).map(Stack.of(table)::resolve).orElse("nothing");
  }
}
