package dev.effectivelyonce.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.handler.HandlerResult.Unsuccessful;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** Where DynamoDB's limits of a transaction lie, to the write and to the byte. */
class UnitLimitsTest {
  private static final int FOUR_MEBIBYTES = 4 * 1024 * 1024;

  private final UnitLimits limits = new UnitLimits("records", Optional.of("eu-central-1"));

  @Test
  void aHundredActionsAreTakenWithTheRecord() {
    assertThat(limits.refusal(writes(99), List.of(put("records", Map.of())))).isEmpty();
    assertThat(limits.refusal(writes(100), List.of())).isEmpty();
    assertThat(reason(limits.refusal(writes(100), List.of(put("records", Map.of())))))
        .contains("has 100 writes, and DynamoDB takes 99 besides the record");
  }

  @Test
  void fourMebibytesAreTaken() {
    UnitOfWork largest =
        unit("t", Map.of("a", AttributeValue.fromS("x".repeat(FOUR_MEBIBYTES - 1))));
    UnitOfWork larger = unit("t", Map.of("a", AttributeValue.fromS("x".repeat(FOUR_MEBIBYTES))));

    assertThat(limits.refusal(largest, List.of())).isEmpty();
    assertThat(reason(limits.refusal(larger, List.of())))
        .contains("has 4194305 bytes, and DynamoDB takes 4194304");
  }

  @Test
  void aKeyCountsAsWhatIsPutDoes() {
    AttributeValue large = AttributeValue.fromS("x".repeat(FOUR_MEBIBYTES));
    UnitOfWork unit =
        UnitOfWork.empty().delete(delete -> delete.tableName("t").key(Map.of("a", large)));

    assertThat(reason(limits.refusal(unit, List.of()))).contains("has 4194305 bytes");
  }

  @Test
  void aNullInAListIsRefusedToo() {
    AttributeValue list =
        AttributeValue.builder().l(Arrays.asList(AttributeValue.fromS("a"), null)).build();

    assertThat(reason(limits.refusal(unit("t", Map.of("lines", list)), List.of())))
        .contains("lines", "is null");
  }

  @Test
  void aNullInASetIsRefusedToo() {
    List<AttributeValue> sets =
        List.of(
            AttributeValue.builder().ss(Arrays.asList("a", null)).build(),
            AttributeValue.builder().ns(Arrays.asList("1", null)).build(),
            AttributeValue.builder().bs(Arrays.asList(bytes(1).b(), null)).build());

    assertThat(sets)
        .allSatisfy(
            set ->
                assertThat(reason(limits.refusal(unit("t", Map.of("tags", set)), List.of())))
                    .contains("tags", "is null"));
  }

  @Test
  void anAttributeWithoutANameIsRefusedToo() {
    Map<String, AttributeValue> nameless = new HashMap<>();
    nameless.put(null, AttributeValue.fromS("a"));

    assertThat(reason(limits.refusal(unit("t", nameless), List.of()))).contains("is null");
    UnitOfWork within = unit("t", Map.of("address", AttributeValue.fromM(nameless)));
    assertThat(reason(limits.refusal(within, List.of()))).contains("address", "is null");
  }

  @Test
  void anItemThatLooksLikeAMessageAndIsNoneIsRefused() {
    AttributeValue text = AttributeValue.fromS("a");

    assertThat(
            reason(
                limits.refusal(
                    unit("t", Map.of("lane", text, "id", text, "outbox_schema", text)), List.of())))
        .contains("looks like a message of an outbox", "outbox_schema");
  }

  @ParameterizedTest
  @CsvSource({
    "records, records",
    "records, arn:aws:dynamodb:eu-central-1:111111111111:table/records",
    "arn:aws:dynamodb:eu-central-1:111111111111:table/records, records"
  })
  void aWriteOfARecordIsRefusedAndACheckOfOneIsNot(String records, String written) {
    UnitLimits known = new UnitLimits(records, Optional.of("eu-central-1"));
    Map<String, AttributeValue> key =
        Map.of("id", AttributeValue.fromS(Records.claim("a").id().value()));

    assertThat(
            List.of(
                UnitOfWork.empty().put(it -> it.tableName(written).item(key)),
                UnitOfWork.empty().update(it -> it.tableName(written).key(key)),
                UnitOfWork.empty().delete(it -> it.tableName(written).key(key))))
        .allSatisfy(
            unit ->
                assertThat(reason(known.refusal(unit, List.of())))
                    .contains("writes a record in the table of records", records));
    assertThat(
            known.refusal(
                UnitOfWork.empty().check(it -> it.tableName(written).key(key)), List.of()))
        .isEmpty();
    assertThat(known.refusal(unit(written, Map.of("id", AttributeValue.fromS("row"))), List.of()))
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "arn:aws:dynamodb:eu-central-1:111111111111:table/t, true",
    "arn:aws:dynamodb:eu-west-1:111111111111:table/t, false"
  })
  void aTableOfAnotherRegionIsRefused(String table, boolean isTaken) {
    UnitOfWork unit = unit(table, Map.of());

    assertThat(limits.refusal(unit, List.of()).isEmpty()).isEqualTo(isTaken);
    assertThat(new UnitLimits("records", Optional.empty()).refusal(unit, List.of())).isEmpty();
  }

  @Test
  void tablesOfTwoAccountsAreRefused() {
    String region = "arn:aws:dynamodb:eu-central-1:";
    UnitLimits known =
        new UnitLimits(region + "111111111111:table/records", Optional.of("eu-central-1"));

    assertThat(known.refusal(unit(region + "111111111111:table/t", Map.of()), List.of())).isEmpty();
    UnitOfWork elsewhere = unit(region + "222222222222:table/t", Map.of());
    assertThat(reason(known.refusal(elsewhere, List.of()))).contains("another account or Region");
    TransactWriteItem first = put(region + "111111111111:table/t", Map.of());
    assertThat(reason(limits.refusal(elsewhere, List.of(first))))
        .contains("another account or Region");
  }

  @Test
  void eachTypeOfValueHasItsSize() {
    assertThat(size(AttributeValue.fromS("ä"))).isEqualTo(2);
    assertThat(size(AttributeValue.fromN("12345"))).isEqualTo(3);
    assertThat(size(bytes(5))).isEqualTo(5);
    assertThat(size(AttributeValue.fromSs(List.of("ab", "c")))).isEqualTo(3);
    assertThat(size(AttributeValue.fromNs(List.of("12", "1234")))).isEqualTo(5);
    assertThat(size(AttributeValue.fromBs(List.of(bytes(1).b(), bytes(2).b())))).isEqualTo(3);
    assertThat(size(AttributeValue.fromBool(true))).isEqualTo(1);
    assertThat(size(AttributeValue.fromNul(true))).isEqualTo(1);
    assertThat(size(AttributeValue.fromM(Map.of("ab", AttributeValue.fromS("c"))))).isEqualTo(7);
    assertThat(size(AttributeValue.fromL(List.of(bytes(2), bytes(3))))).isEqualTo(10);
  }

  private static AttributeValue bytes(int count) {
    return AttributeValue.fromB(SdkBytes.fromByteArray(new byte[count]));
  }

  private static long size(AttributeValue value) {
    return ItemSizes.bytes(Map.of("name", value)) - "name".length();
  }

  private static UnitOfWork writes(int count) {
    UnitOfWork unit = UnitOfWork.empty();
    for (int i = 0; i < count; i++) {
      unit = unit.put(put -> put.tableName("t").item(Map.of()));
    }
    return unit;
  }

  private static UnitOfWork unit(String table, Map<String, AttributeValue> item) {
    return UnitOfWork.empty().put(put -> put.tableName(table).item(item));
  }

  private static TransactWriteItem put(String table, Map<String, AttributeValue> item) {
    return TransactWriteItem.builder()
        .put(Put.builder().tableName(table).item(item).build())
        .build();
  }

  private static String reason(Optional<Unsuccessful> refusal) {
    return refusal.orElseThrow().toString();
  }
}
