package dev.effectivelyonce.local.demo.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ShipmentPlanTest {
  private final ShipmentPlan plan = ShipmentPlan.of(1, 400);

  @Test
  void theSameSeedMakesTheSamePlanAndAnotherOneAnother() {
    assertThat(ShipmentPlan.of(1, 400)).isEqualTo(plan);
    assertThat(ShipmentPlan.of(2, 400)).isNotEqualTo(plan);
  }

  @Test
  void everyKindHasARecordEvenInTheSmallest() {
    for (ShipmentKind kind : ShipmentKind.values()) {
      assertThat(ShipmentPlan.of(1, ShipmentPlan.LEAST_PARCELS).count(kind))
          .as(kind.name())
          .isPositive();
    }
  }

  @Test
  void aListHasEachParcelOnceInTheOrderOfTheirRecords() {
    plan.lists()
        .forEach(
            (order, parcels) -> assertThat(parcels).as(order).doesNotHaveDuplicates().isSorted());
    assertThat(plan.lists().values().stream().mapToLong(List::size).sum())
        .isEqualTo(plan.records().stream().filter(it -> it.kind().isListed()).count());
  }

  @Test
  void aCopyComesAfterItsParcelUnderTheSameRecordKey() {
    List<PlannedShipment> records = plan.records();
    IntStream.range(0, records.size())
        .filter(at -> records.get(at).kind() == ShipmentKind.COPY)
        .forEach(
            at ->
                assertThat(records.subList(0, at))
                    .anyMatch(
                        it ->
                            it.kind().isListed()
                                && it.value().equals(records.get(at).value())
                                && it.orderId().equals(records.get(at).orderId())));
  }

  @Test
  void tooFewParcelsAreRefused() {
    assertThatThrownBy(() -> ShipmentPlan.of(1, 59))
        .hasMessage("shipments is 59; set 0, or 60 or more");
  }
}
