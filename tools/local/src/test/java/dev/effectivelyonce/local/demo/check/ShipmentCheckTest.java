package dev.effectivelyonce.local.demo.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.local.demo.plan.PlannedShipment;
import dev.effectivelyonce.local.demo.plan.ShipmentKind;
import dev.effectivelyonce.local.demo.plan.ShipmentPlan;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A run of a plan as it should be, with one thing broken in each test. */
class ShipmentCheckTest {
  private final ShipmentPlan plan = ShipmentPlan.of(1, 100);
  private final Map<String, List<String>> parcels = new HashMap<>();
  private final Set<Integer> parked =
      numbers().filter(it -> kind(it).isParked()).collect(Collectors.toSet());
  private final List<String> strangers = new ArrayList<>();
  private final Set<String> changed = new HashSet<>();
  private final String order = plan.lists().keySet().iterator().next();
  private final List<String> list;
  private Shipped.Place first = new Shipped.Place(4, 4, plan.records().size());
  private Shipped.Place rewound = first;

  ShipmentCheckTest() {
    plan.lists().forEach((key, expected) -> parcels.put(key, new ArrayList<>(expected)));
    this.list = parcels.getOrDefault(order, List.of());
  }

  private void assertFound(String subject, String what) {
    assertThat(report().violations())
        .anyMatch(it -> it.subject().contains(subject) && it.what().contains(what));
  }

  private Stream<Integer> numbers() {
    return IntStream.range(0, plan.records().size()).boxed();
  }

  private ShipmentKind kind(int number) {
    return plan.records().get(number).kind();
  }

  private Report report() {
    Shipped shipped =
        new Shipped(
            parcels, Set.copyOf(parked), strangers, first, rewound, changed, Set.copyOf(parked), 3);
    return new Report(List.of(), Collections.emptySortedMap(), List.of()).with(plan, shipped);
  }

  @Test
  void aGoodRunIsAsTheGuaranteePromises() {
    assertThat(report().violations()).isEmpty();
  }

  @Test
  void aParcelThatIsMissingInItsListIsLost() {
    String parcel = list.removeLast();

    assertFound(parcel, "lost");
  }

  @Test
  void aParcelThatIsListedTwiceIsADoubleEffect() {
    list.add(list.getFirst());

    assertFound(list.getFirst(), "double effect");
  }

  @Test
  void parcelsInAnotherOrderThanSentAreFound() {
    Collections.swap(list, 0, 1);

    assertFound(order, "out of order");
  }

  @Test
  void aParcelThatItsHandlerRefusedMustNotBeListed() {
    PlannedShipment refused =
        plan.records().stream()
            .filter(it -> it.kind() == ShipmentKind.PERMANENT)
            .findFirst()
            .orElseThrow();
    parcels.computeIfAbsent(refused.orderId(), key -> new ArrayList<>()).add(refused.shipmentId());

    assertFound(refused.shipmentId(), "must not list it");
  }

  @Test
  void aPoisonedRecordThatIsNotParkedIsLost() {
    int number = parked.iterator().next();
    parked.remove(number);

    assertFound(plan.records().get(number).shipmentId(), "lost");
  }

  @Test
  void aGoodRecordThatIsParkedHasNoCause() {
    parked.add(numbers().filter(it -> kind(it).isListed()).findFirst().orElseThrow());

    assertFound("parcel", "parked without a cause");
  }

  @Test
  void whatIsNoRecordOfThePlanHasNoCauseToBeParked() {
    strangers.add("{}");

    assertFound("a stranger", "parked");
  }

  @Test
  void whatARewindChangesHasRunAgain() {
    changed.add("order-0001");

    assertFound("order-0001", "double effect");
  }

  @Test
  void aPartitionThatIsNotCommittedToItsEndIsAMiscount() {
    first = new Shipped.Place(4, 3, plan.records().size() - 1);

    assertFound("the group", "it stands at");
  }

  @Test
  void soIsOneThatIsNotAfterTheRewind() {
    rewound = new Shipped.Place(4, 3, plan.records().size() - 1);

    assertFound("the group", "it stands at");
  }
}
