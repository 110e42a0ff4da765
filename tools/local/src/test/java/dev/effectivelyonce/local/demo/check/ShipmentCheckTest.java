package dev.effectivelyonce.local.demo.check;

import static dev.effectivelyonce.local.demo.check.Verdict.INCONCLUSIVE;
import static dev.effectivelyonce.local.demo.check.Verdict.VIOLATED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.local.demo.plan.DemoConsumer;
import dev.effectivelyonce.local.demo.plan.Plan;
import dev.effectivelyonce.local.demo.plan.PlannedMessage;
import dev.effectivelyonce.local.demo.plan.Planner;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A run of a plan as it should be, with one thing broken in each case. */
class ShipmentCheckTest {
  private static final Plan PLAN = Planner.plan(1, Map.of(DemoConsumer.SHIPMENTS, 100));

  /** What a topic leaves behind, to be spoiled. */
  private static Shipped shipped(int deaths) {
    Map<String, List<String>> parcels = new TreeMap<>();
    PLAN.lists().forEach((order, list) -> parcels.put(order, new ArrayList<>(list)));
    Set<Integer> parked =
        PLAN.messages().stream()
            .filter(PLAN::isParked)
            .map(PlannedMessage::number)
            .collect(Collectors.toSet());
    return new Shipped(
        PLAN,
        parcels,
        new TreeSet<>(parked),
        new ArrayList<>(),
        new ArrayList<>(),
        parked,
        new ArrayList<>(),
        deaths);
  }

  private static List<String> list(Shipped shipped) {
    return shipped.parcels().values().iterator().next();
  }

  private static void park(Shipped shipped) {
    shipped
        .parked()
        .add(
            PLAN.messages(DemoConsumer.SHIPMENTS).stream()
                .filter(it -> !PLAN.isParked(it))
                .findFirst()
                .orElseThrow()
                .number());
  }

  @Test
  void aGoodRunIsAsTheGuaranteePromises() {
    assertThat(Report.of(Optional.empty(), Optional.of(shipped(1))).findings()).isEmpty();
  }

  @ParameterizedTest
  @MethodSource
  void whatIsNotAsPromisedIsNamed(
      Verdict verdict, String what, int deaths, Consumer<Shipped> spoil) {
    Shipped shipped = shipped(deaths);
    spoil.accept(shipped);
    if (verdict == INCONCLUSIVE) {
      shipped.parkedAgain().clear();
      shipped.parkedAgain().addAll(shipped.parked());
    }
    Report report = Report.of(Optional.empty(), Optional.of(shipped));

    assertThat(report.findings()).anyMatch(it -> it.what().contains(what));
    assertThat(report.verdict()).isEqualTo(verdict);
  }

  static Stream<Arguments> whatIsNotAsPromisedIsNamed() {
    return Stream.of(
        violated("lost", it -> list(it).removeLast()),
        violated("double effect", it -> list(it).add(list(it).getFirst())),
        violated("out of order", it -> Collections.swap(list(it), 0, 1)),
        violated("must not be listed", it -> list(it).add("stranger")),
        violated("lost: not parked", it -> it.parked().remove(Collections.min(it.parked()))),
        violated("parked without a cause", ShipmentCheckTest::park),
        violated("nobody sent it", it -> it.strangers().add("{}")),
        violated("it changed", it -> it.changed().add("order-0001")),
        violated("parked otherwise", it -> it.parkedAgain().clear()),
        Arguments.of(VIOLATED, "no process died", 0, spoil(it -> {})),
        // What a slow machine may do.
        Arguments.of(INCONCLUSIVE, "parked without a cause", 4, spoil(ShipmentCheckTest::park)),
        Arguments.of(INCONCLUSIVE, "no process died", 0, unsettled(it -> {})),
        Arguments.of(INCONCLUSIVE, "not at the end", 1, unsettled(it -> {})),
        Arguments.of(INCONCLUSIVE, "lost", 1, unsettled(it -> list(it).removeLast())),
        Arguments.of(INCONCLUSIVE, "lost: not parked", 1, unsettled(it -> it.parked().clear())));
  }

  private static Arguments violated(String what, Consumer<Shipped> spoil) {
    return Arguments.of(VIOLATED, what, 1, spoil);
  }

  private static Consumer<Shipped> spoil(Consumer<Shipped> spoil) {
    return spoil;
  }

  private static Consumer<Shipped> unsettled(Consumer<Shipped> spoil) {
    return spoil.andThen(it -> it.left().add("the group is not at the end of the topic"));
  }
}
