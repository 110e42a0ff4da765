package dev.effectivelyonce.local.demo.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.local.demo.plan.PlannedShipment;
import dev.effectivelyonce.local.demo.plan.ShipmentKind;
import dev.effectivelyonce.local.demo.plan.ShipmentPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
      numbers().filter(it -> kind(it).parkedFor().isPresent()).collect(Collectors.toSet());
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
    return new Report(Map.of(), Collections.emptySortedMap(), List.of()).with(plan, shipped);
  }

  private void assertFound(Breach breach, String subject) {
    assertThat(report().violations())
        .anyMatch(it -> it.breach() == breach && it.subject().contains(subject));
  }

  /** Its rows are those of the page about the demo. */
  @Test
  void aGoodRunIsPrintedAsWrittenDown() throws IOException {
    String written = Files.readString(Path.of("src/test/resources/report-of-good-shipments.txt"));

    assertThat(report().violations()).isEmpty();
    assertThat(ReportPrinter.print(report()).strip()).isEqualTo(written.strip());
  }

  @Test
  void aParcelThatIsMissingInItsListIsLost() {
    String parcel = list.removeLast();

    assertFound(Breach.LOST, parcel);
  }

  @Test
  void aParcelThatIsListedTwiceIsADoubleEffect() {
    list.add(list.getFirst());

    assertFound(Breach.DOUBLE_EFFECT, list.getFirst());
  }

  @Test
  void parcelsInAnotherOrderThanSentAreFound() {
    Collections.swap(list, 0, 1);

    assertFound(Breach.OUT_OF_ORDER, order);
  }

  @Test
  void aParcelThatItsHandlerRefusedMustNotBeListed() {
    PlannedShipment refused =
        plan.records().stream()
            .filter(it -> it.kind() == ShipmentKind.PERMANENT)
            .findFirst()
            .orElseThrow();
    parcels.computeIfAbsent(refused.orderId(), key -> new ArrayList<>()).add(refused.shipmentId());

    assertFound(Breach.UNEXPECTED_EFFECT, refused.shipmentId());
  }

  @Test
  void aPoisonedRecordThatIsNotParkedIsLost() {
    int number = parked.iterator().next();
    parked.remove(number);

    assertFound(Breach.LOST, plan.records().get(number).shipmentId());
  }

  @Test
  void aGoodRecordThatIsParkedHasNoCause() {
    parked.add(numbers().filter(it -> kind(it).isListed()).findFirst().orElseThrow());

    assertFound(Breach.STRAY_DEAD_LETTER, "parcel");
  }

  @Test
  void whatIsNoRecordOfThePlanHasNoCauseToBeParked() {
    strangers.add("{}");

    assertFound(Breach.STRAY_DEAD_LETTER, "a stranger");
  }

  @Test
  void whatARewindChangesHasRunAgain() {
    changed.add("order-0001");

    assertFound(Breach.DOUBLE_EFFECT, "order-0001");
  }

  @Test
  void aPartitionThatIsNotCommittedToItsEndIsAMiscount() {
    first = new Shipped.Place(4, 3, plan.records().size() - 1);

    assertFound(Breach.MISCOUNT, "Partitions at their end");
  }

  @Test
  void soIsOneThatIsNotAfterTheRewind() {
    rewound = new Shipped.Place(4, 3, plan.records().size() - 1);

    assertFound(Breach.MISCOUNT, "Read again");
  }
}
