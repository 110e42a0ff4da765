package dev.effectivelyonce.local.demo.plan;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The records of the topic of shipments, known beforehand.
 *
 * @param records in the order in which they are sent
 */
public record ShipmentPlan(List<PlannedShipment> records) {
  /** The fewest parcels, so that every kind of record finds room. */
  public static final int LEAST = 60;

  /** Kinds of which each plan has one: its process dies. */
  public static final List<ShipmentKind> DEADLY =
      List.of(ShipmentKind.CRASH_BEFORE, ShipmentKind.CRASH_AFTER, ShipmentKind.TIMEOUT);

  private static final int PARCELS_OF_AN_ORDER = 10;
  private static final int PARCELS_FOR_A_COPY = 4;
  private static final int PARCELS_FOR_A_FAILURE = 100;
  private static final int FARTHEST_COPY = 30;
  private static final int REUSED_KEYS = 3;

  /** Kinds of which each plan has two. */
  private static final List<ShipmentKind> POISON =
      List.of(ShipmentKind.NOT_JSON, ShipmentKind.TOMBSTONE, ShipmentKind.MISSING_KEY);

  /**
   * Makes a plan; the same for the same seed and number, on every machine.
   *
   * @param parcels how many distinct parcels, at least {@value #LEAST}
   * @throws IllegalArgumentException if there are fewer
   */
  public static ShipmentPlan of(long seed, int parcels) {
    if (parcels < LEAST) {
      throw new IllegalArgumentException(
          "shipments is %s; set 0, or %s or more".formatted(parcels, LEAST));
    }
    // Its algorithm is part of its specification.
    Random random = new Random(seed);
    List<ShipmentKind> kinds = kinds(parcels, random);
    SortedMap<Integer, List<PlannedShipment>> places = new TreeMap<>();
    int reused = 0;
    for (int number = 0; number < parcels; number++) {
      String order =
          String.format(Locale.ROOT, "order-%04d", random.nextInt(parcels / PARCELS_OF_AN_ORDER));
      PlannedShipment record =
          record(order, String.format(Locale.ROOT, "parcel-%06d", number), kinds.get(number));
      at(places, number).add(record);
      if (record.kind() == ShipmentKind.PLAIN && random.nextInt(PARCELS_FOR_A_COPY) == 0) {
        boolean isReused = reused < REUSED_KEYS;
        reused += isReused ? 1 : 0;
        at(places, number + 1 + random.nextInt(FARTHEST_COPY))
            .add(isReused ? reusing(record) : again(record));
      }
    }
    return new ShipmentPlan(places.values().stream().flatMap(List::stream).toList());
  }

  private static List<PlannedShipment> at(
      SortedMap<Integer, List<PlannedShipment>> places, int place) {
    return places.computeIfAbsent(place, ignored -> new ArrayList<>());
  }

  private static List<ShipmentKind> kinds(int parcels, Random random) {
    int failures = 2 + parcels / PARCELS_FOR_A_FAILURE;
    List<ShipmentKind> kinds = new ArrayList<>(DEADLY);
    kinds.addAll(POISON);
    kinds.addAll(POISON);
    kinds.addAll(Collections.nCopies(failures, ShipmentKind.RETRYABLE_ONCE));
    kinds.addAll(Collections.nCopies(failures, ShipmentKind.PERMANENT));
    kinds.addAll(Collections.nCopies(parcels - kinds.size(), ShipmentKind.PLAIN));
    Collections.shuffle(kinds, random);
    return kinds;
  }

  private static PlannedShipment record(String order, String parcel, ShipmentKind kind) {
    String good = Bodies.shipment(parcel, order, "post");
    return new PlannedShipment(
        order,
        parcel,
        switch (kind) {
          case TOMBSTONE -> Optional.empty();
          case NOT_JSON -> Optional.of(good.substring(0, good.length() / 2));
          case MISSING_KEY -> Optional.of(good.replace("\"shipmentId\":\"" + parcel + "\",", ""));
          default -> Optional.of(good);
        },
        kind);
  }

  private static PlannedShipment again(PlannedShipment record) {
    return new PlannedShipment(
        record.orderId(), record.shipmentId(), record.value(), ShipmentKind.COPY);
  }

  private static PlannedShipment reusing(PlannedShipment record) {
    return new PlannedShipment(
        record.orderId(),
        record.shipmentId(),
        Optional.of(Bodies.shipment(record.shipmentId(), record.orderId(), "courier")),
        ShipmentKind.KEY_REUSED);
  }

  /** Returns the parcels that each order's list is to have, in their order. */
  public Map<String, List<String>> lists() {
    Map<String, List<String>> lists = new LinkedHashMap<>();
    records.stream()
        .filter(record -> record.kind().isListed())
        .forEach(
            record ->
                lists
                    .computeIfAbsent(record.orderId(), ignored -> new ArrayList<>())
                    .add(record.shipmentId()));
    return lists;
  }
}
