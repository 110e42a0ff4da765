package dev.effectivelyonce.streams;

import static dev.effectivelyonce.streams.Records.change;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import dev.effectivelyonce.batch.PartitionLanes;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.streams.TableChange.Kind;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TableChangeTest {
  /** An item with an attribute of each kind. */
  record Order(
      String orderId,
      BigDecimal version,
      @Nullable Boolean paid,
      @Nullable String note,
      @Nullable List<String> lines,
      @Nullable Set<String> tags,
      @Nullable List<Integer> sizes,
      @Nullable Map<String, String> address) {}

  private static final String KEYS = "{\"orderId\":{\"S\":\"o-1\"}}";

  private final StreamBench bench = new StreamBench(PartitionLanes.PARTITION);
  private final List<TableChange<Order>> seen = Collections.synchronizedList(new ArrayList<>());
  private final StreamKey<TableChange<Order>> versions =
      StreamKey.<TableChange<Order>>of("orderId", it -> it.keys().get("orderId"))
          .and("version", it -> it.after().map(order -> order.version().toString()).orElse("gone"));

  @Test
  void anItemIsReadWithEachKindOfAttribute() {
    String after =
        """
        {"orderId":{"S":"o-1"},"version":{"N":"12345678901234567890.12345678901234567"},
         "paid":{"BOOL":true},"note":{"NULL":true},"lines":{"L":[{"S":"x"},{"S":"y"}]},
         "tags":{"SS":["t"]},"sizes":{"NS":["1","2"]},"address":{"M":{"city":{"S":"Bonn"}}}}
        """;

    bench.assertDone(consumer(), change(1, "INSERT", KEYS, "", after));
    assertThat(seen)
        .containsExactly(
            new TableChange<>(
                Kind.INSERT,
                Map.of("orderId", "o-1"),
                Optional.empty(),
                Optional.of(
                    new Order(
                        "o-1",
                        new BigDecimal("12345678901234567890.12345678901234567"),
                        true,
                        null,
                        List.of("x", "y"),
                        Set.of("t"),
                        List.of(1, 2),
                        Map.of("city", "Bonn")))));
  }

  @Test
  void changesOfOneItemAreEventsOfTheirOwnAndARedeliveryIsNone() {
    String[] batch = {
      change(1, "INSERT", KEYS, "", image(1)),
      change(2, "MODIFY", KEYS, image(1), image(2)),
      change(3, "REMOVE", KEYS, image(2), "")
    };

    bench.assertDone(consumer(), batch);
    bench.assertDone(consumer(), batch);
    assertThat(seen)
        .extracting(TableChange::kind)
        .containsExactly(Kind.INSERT, Kind.MODIFY, Kind.REMOVE);
    assertThat(seen.getLast().before()).isPresent();
  }

  @Test
  void anItemIsALaneWhereLanesAreByPartitionKey() {
    bench.lanes = PartitionLanes.PARTITION_KEY;
    bench.whereWaitsLetOthersEnd(1);
    StreamConsumer<?> consumer =
        bench
            .with(StreamConsumer.of(StreamIdentity.ofTable("orders", Order.class, versions)))
            .handler(
                (change, delivery) ->
                    change.keys().containsValue("o-1")
                        ? HandlerResult.retry("not now")
                        : HandlerResult.completed(seen.add(change)))
            .build();
    String other = KEYS.replace("o-1", "o-2");

    assertThat(
            bench.reported(
                consumer,
                change(1, "INSERT", KEYS, "", image(1)),
                change(2, "MODIFY", KEYS, image(1), image(2)),
                change(3, "INSERT", other, "", image(1))))
        .contains("1");
    assertThat(seen).hasSize(1);
  }

  @Test
  void aRecordThatIsNoChangeOfAnItemIsParked() {
    bench.assertDone(
        consumer(),
        change(1, "DROP", KEYS, "", image(1)),
        change(2, "INSERT", "{}", "", image(1)),
        change(3, "INSERT", KEYS, "", "{\"orderId\":{}}"),
        change(4, "INSERT", KEYS, "", "{\"orderId\":{\"X\":\"1\"}}"),
        change(5, "INSERT", KEYS, "", "{\"version\":{\"N\":\"one\"}}"),
        change(6, "INSERT", KEYS, "", image(6)));
    assertThat(bench.parkedPositions()).containsExactly("1", "2", "3", "4", "5");
    assertThat(bench.parked().get(1).why()).contains("no keys of an item");
    assertThat(seen).hasSize(1);
  }

  /** Of two values for one attribute, none is that of the item. */
  @Test
  void aMemberThatIsThereTwiceParksItsRecordAndHoldsNothing() {
    String one = "{\"orderId\":{\"S\":\"o-1\"},\"version\":{\"N\":\"1\"}";

    bench.assertDone(
        consumer(),
        change(1, "INSERT", KEYS, "", one + ",\"version\":{\"N\":\"2\"}}"),
        change(2, "INSERT", KEYS, "", one + ",\"tags\":{\"SS\":[\"a\"],\"SS\":[]}}"),
        change(3, "INSERT", KEYS, "", one + ",\"note\":{\"S\":\"a\",\"S\":\"b\"}}"),
        change(4, "INSERT", KEYS, "", image(4) + ",\"NewImage\":" + image(5)),
        change(5, "INSERT", KEYS + ",\"Keys\":" + KEYS, "", image(5)),
        change(6, "INSERT", KEYS, "", image(6)));
    assertThat(bench.parkedPositions()).containsExactly("1", "2", "3", "4", "5");
    assertThat(seen).hasSize(1);
  }

  /** Deeper than DynamoDB takes, and than a stack holds. */
  @Test
  void anItemThatIsNestedTooDeeplyIsParkedAndHoldsNothing() {
    String deep = "{\"M\":{\"a\":".repeat(30_000) + "{\"S\":\"b\"}" + "}}".repeat(30_000);

    bench.assertDone(
        consumer(),
        change(1, "INSERT", KEYS, "", "{\"version\":" + deep + "}"),
        change(2, "INSERT", "{\"orderId\":" + deep + "}", "", image(2)),
        change(3, "INSERT", KEYS, "", image(3)));
    assertThat(bench.parkedPositions()).containsExactly("1", "2");
    assertThat(seen).hasSize(1);
  }

  @Test
  void anItemThatExpiredIsToldFromOneThatACallerDeleted() {
    String service = "{\"type\":\"Service\",\"principalId\":\"dynamodb.amazonaws.com\"}";
    String other = service.replace("dynamodb", "another");

    bench.assertDone(
        consumer(),
        by(service, change(1, "REMOVE", KEYS, image(1), "")),
        by(other, change(2, "REMOVE", KEYS.replace("o-1", "o-2"), image(2), "")),
        by("null", change(3, "REMOVE", KEYS.replace("o-1", "o-3"), image(3), "")),
        by("7", change(4, "REMOVE", KEYS.replace("o-1", "o-4"), image(4), "")),
        by(service, change(5, "MODIFY", KEYS, image(4), image(5))));
    assertThat(seen)
        .extracting(TableChange::isExpiry)
        .containsExactly(true, false, false, false, false);
    assertThat(seen.getFirst().by())
        .contains(new TableChange.UserIdentity("Service", "dynamodb.amazonaws.com"));
    assertThat(seen.get(2).by()).isEmpty();
  }

  @Test
  void aChangeTellsItsTimeAndAnOddTimeIsNone() {
    bench.assertDone(
        consumer(),
        at("1545084650", change(1, "INSERT", KEYS, "", image(1))),
        at("1545084650.987", change(2, "INSERT", KEYS, "", image(2))),
        at("1.54508465E9", change(3, "INSERT", KEYS, "", image(3))),
        at("1e300", change(4, "INSERT", KEYS, "", image(4))),
        at("-1", change(5, "INSERT", KEYS, "", image(5))),
        at("\"noon\"", change(6, "INSERT", KEYS, "", image(6))),
        at("0", change(7, "INSERT", KEYS, "", image(7))));
    assertThat(seen)
        .extracting(TableChange::at)
        .containsExactly(
            Optional.of(Instant.parse("2018-12-17T22:10:50Z")),
            Optional.of(Instant.parse("2018-12-17T22:10:50.987Z")),
            Optional.of(Instant.parse("2018-12-17T22:10:50Z")),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.of(Instant.EPOCH));
  }

  private static String by(String identity, String change) {
    return change.replace(
        "\"eventVersion\"", "\"userIdentity\":%s,\"eventVersion\"".formatted(identity));
  }

  private static String at(String seconds, String change) {
    return change.replace(
        "\"SizeBytes\"", "\"ApproximateCreationDateTime\":%s,\"SizeBytes\"".formatted(seconds));
  }

  @Test
  void aStreamOfKeysAloneShowsNoItem() {
    bench.assertDone(consumer(), change(1, "INSERT", KEYS, "", ""));
    assertThat(seen)
        .containsExactly(
            new TableChange<>(
                Kind.INSERT, Map.of("orderId", "o-1"), Optional.empty(), Optional.empty()));
  }

  /** DynamoDB sends none of them, so that what does is no table's stream. */
  @Test
  void anAttributeWhoseValueIsNotOfItsTypeIsParked() {
    String attributes =
        """
        {"S":1} ; {"S":null} ; {"S":{}} ; {"B":[1]}
        {"N":1} ; {"N":true} ; {"N":""} ; {"N":"\u0661"}
        {"BOOL":"true"} ; {"BOOL":0} ; {"BOOL":null} ; {"NULL":false} ; {"NULL":"true"}
        {"M":[]} ; {"M":"a"} ; {"L":{}} ; {"L":"a"}
        {"SS":"a"} ; {"SS":[1]} ; {"NS":[1]} ; {"BS":{"a":"b"}}
        {"S":"a","N":"1"} ; {"L":[{"BOOL":"no"}]} ; {"M":{"city":{"S":7}}}
        [] ; "a" ; null
        """;
    List<String> changes = new ArrayList<>();
    for (String attribute : attributes.strip().split(" ; |\n", -1)) {
      String item = "{\"version\":{\"N\":\"1\"},\"other\":%s}".formatted(attribute);
      changes.add(change(changes.size(), "INSERT", KEYS, "", item));
    }
    changes.add(change(changes.size(), "INSERT", "{\"orderId\":{\"S\":1}}", "", image(1)));
    changes.add(change(changes.size(), "INSERT", "{\"orderId\":{\"M\":{}}}", "", image(1)));
    changes.add(change(changes.size(), "INSERT", "{\"orderId\":{\"BOOL\":true}}", "", image(1)));
    changes.add(change(changes.size(), "INSERT", KEYS, "", "[]"));
    changes.add(change(changes.size(), "MODIFY", KEYS, "7", image(1)));

    bench.assertDone(consumer(), changes.toArray(String[]::new));
    assertThat(seen).isEmpty();
    assertThat(bench.parkedPositions()).hasSize(32);
  }

  @Test
  void aKeyIsTextOrANumberAndAnImageMayBeNull() {
    List<Map<String, String>> keys = Collections.synchronizedList(new ArrayList<>());
    StreamConsumer<?> byKeys =
        bench.seeing(
            StreamIdentity.ofTable(
                "orders", Order.class, StreamKey.of("keys", it -> it.keys().toString())),
            (change, delivery) -> keys.add(change.keys()));

    bench.assertDone(
        byKeys,
        change(1, "INSERT", "{\"orderId\":{\"N\":\"7\"}}", "null", ""),
        change(2, "INSERT", "{\"orderId\":{\"S\":\"o-1\"}}", "", "null"),
        change(3, "INSERT", "{\"orderId\":{\"BOOL\":true}}", "", ""),
        change(4, "INSERT", "{\"orderId\":{\"NULL\":false}}", "", ""));
    assertThat(keys).containsExactly(Map.of("orderId", "7"), Map.of("orderId", "o-1"));
    assertThat(bench.parkedPositions()).containsExactly("3", "4");
  }

  record Versioned<T>(String orderId, T version) {}

  @Test
  void anItemMayBeOfAGenericType() {
    List<BigDecimal> versions = Collections.synchronizedList(new ArrayList<>());
    StreamConsumer<?> consumer =
        bench.seeing(
            StreamIdentity.ofTable(
                "orders",
                new TypeReference<Versioned<BigDecimal>>() {},
                StreamKey.<TableChange<Versioned<BigDecimal>>>of(
                    "version", it -> it.after().orElseThrow().version().toString())),
            (change, delivery) -> versions.add(change.after().get().version()));

    bench.assertDone(consumer, change(1, "INSERT", KEYS, "", image(7)));
    assertThat(versions).containsExactly(new BigDecimal("7"));
  }

  record Rate(BigDecimal exact, JsonNode free, long cents) {}

  @Test
  void aNumberOfAnItemKeepsEachDigitOrItsRecordIsParked() {
    List<Rate> rates = Collections.synchronizedList(new ArrayList<>());
    StreamConsumer<?> consumer =
        bench.seeing(
            StreamIdentity.ofTable(
                "rates",
                Rate.class,
                StreamKey.<TableChange<Rate>>of(
                    "exact", it -> it.after().orElseThrow().exact().toString())),
            (change, delivery) -> rates.add(change.after().get()));
    String digits = "0.12345678901234567890123456789012345678";

    bench.assertDone(
        consumer,
        change(1, "INSERT", KEYS, "", item(digits, digits, "100")),
        change(2, "INSERT", KEYS, "", item("1", "1", "12.99")),
        change(3, "INSERT", KEYS, "", item("2", "1E+1000000000", "1")));
    assertThat(rates)
        .singleElement()
        .satisfies(it -> assertThat(it.exact()).hasToString(digits))
        .satisfies(it -> assertThat(it.free().asText()).isEqualTo(digits))
        .satisfies(it -> assertThat(it.cents()).isEqualTo(100));
    assertThat(bench.parkedPositions()).containsExactly("2", "3");
  }

  private StreamConsumer<?> consumer() {
    return bench.seeing(
        StreamIdentity.ofTable("orders", Order.class, versions),
        (change, delivery) -> seen.add(change));
  }

  private static String image(int version) {
    return "{\"orderId\":{\"S\":\"o-1\"},\"version\":{\"N\":\"%s\"}}".formatted(version);
  }

  private static String item(String exact, String free, String cents) {
    return "{\"exact\":{\"N\":\"%s\"},\"free\":{\"N\":\"%s\"},\"cents\":{\"N\":\"%s\"}}"
        .formatted(exact, free, cents);
  }
}
