package dev.effectivelyonce.cdk;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.Token;
import software.amazon.awscdk.services.dynamodb.CfnGlobalTable;
import software.amazon.awscdk.services.dynamodb.CfnTable;
import software.amazon.awscdk.services.dynamodb.ITable;
import software.constructs.Construct;
import software.constructs.IConstruct;

/**
 * Checks a table of records. Of one that the app does not create only account and Region are known
 * here, if they are: {@code effectively-once doctor} checks the rest.
 */
final class TableRules {
  private static final Map<String, String> KEY =
      Map.of("attributeName", IdempotencyTable.KEY_ATTRIBUTE, "keyType", "HASH");
  private static final Map<String, String> TYPE =
      Map.of("attributeName", IdempotencyTable.KEY_ATTRIBUTE, "attributeType", "S");
  private static final String REMEDY = " Make it by IdempotencyTable, or like it.";

  /** The settings of a table that the app creates, of either of CloudFormation's types. */
  private record Made(Object keys, Object types, Object expiry, Object indexes) {
    static Optional<Made> of(ITable table) {
      return switch (table.getNode().getDefaultChild()) {
        case CfnTable it ->
            Optional.of(
                resolved(
                    it,
                    it.getKeySchema(),
                    it.getAttributeDefinitions(),
                    it.getTimeToLiveSpecification(),
                    it.getGlobalSecondaryIndexes()));
        case CfnGlobalTable it ->
            Optional.of(
                resolved(
                    it,
                    it.getKeySchema(),
                    it.getAttributeDefinitions(),
                    it.getTimeToLiveSpecification(),
                    it.getGlobalSecondaryIndexes()));
        case null, default -> Optional.empty();
      };
    }

    private static Made resolved(
        IConstruct table,
        @Nullable Object keys,
        @Nullable Object types,
        @Nullable Object expiry,
        @Nullable Object indexes) {
      return new Made(
          resolved(table, keys),
          resolved(table, types),
          resolved(table, expiry),
          resolved(table, indexes));
    }

    private static Object resolved(IConstruct table, @Nullable Object value) {
      return Optional.ofNullable(value).map(Stack.of(table)::resolve).orElse("nothing");
    }
  }

  private TableRules() {}

  static List<String> problems(Construct scope, Optional<ITable> table) {
    return table.stream()
        .flatMap(
            it ->
                Stream.concat(
                    elsewhere(scope, it), Made.of(it).stream().flatMap(TableRules::problems)))
        .toList();
  }

  /** Returns what keeps records of this table from being found without their keys. */
  static List<String> listingProblems(ITable table) {
    return Made.of(table)
        .filter(
            it -> !it.indexes().toString().contains("indexName=" + IdempotencyTable.LISTING_INDEX))
        .map(it -> "the table of records has no index 'listing'." + REMEDY)
        .stream()
        .toList();
  }

  private static Stream<String> problems(Made table) {
    boolean isKeyed =
        table.keys().equals(List.of(KEY))
            && table.types() instanceof List<?> all
            && all.contains(TYPE);
    boolean expires =
        table.expiry() instanceof Map<?, ?> map
            && IdempotencyTable.TTL_ATTRIBUTE.equals(map.get("attributeName"));
    return new Problems()
            .when(!isKeyed, "idempotencyTable has another key than 'id', a string, alone." + REMEDY)
            .when(
                !expires,
                "idempotencyTable does not expire its items by 'expiration', so records stay for"
                    + " ever."
                    + REMEDY)
            .all()
            .stream();
  }

  /** The code names its table without account and Region, and so finds one of its own. */
  private static Stream<String> elsewhere(Construct scope, ITable table) {
    Stack stack = Stack.of(scope);
    return Stream.of(
            differing("account", place(table, 4, table.getEnv().getAccount()), stack.getAccount()),
            differing("Region", place(table, 3, table.getEnv().getRegion()), stack.getRegion()))
        .flatMap(Optional::stream);
  }

  /** The CDK takes a table that is imported by its ARN for one of the stack's account. */
  private static String place(ITable table, int partOfArn, String unlessKnown) {
    String arn = table.getTableArn();
    boolean isKnown = !Token.isUnresolved(arn) && arn.matches("arn:[^:]+:dynamodb:[^:]+:[^:]+:.+");
    return isKnown ? arn.split(":", -1)[partOfArn] : unlessKnown;
  }

  private static Optional<String> differing(String what, String ofTable, String ofFunction) {
    return Token.isUnresolved(ofTable)
            || Token.isUnresolved(ofFunction)
            || ofTable.equals(ofFunction)
        ? Optional.empty()
        : Optional.of(
            ("idempotencyTable is in %s %s, and the construct in %s: it would look for a table of"
                    + " that name there. Name a table of the construct's account and Region.")
                .formatted(what, ofTable, ofFunction));
  }
}
