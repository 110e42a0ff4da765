package dev.effectivelyonce.local.demo.check;

import static dev.effectivelyonce.local.demo.check.Verdict.INCONCLUSIVE;
import static dev.effectivelyonce.local.demo.check.Verdict.VIOLATED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.local.demo.plan.DemoConsumer;
import dev.effectivelyonce.local.demo.plan.Plan;
import dev.effectivelyonce.local.demo.plan.PlannedMessage;
import dev.effectivelyonce.local.demo.plan.Planner;
import dev.effectivelyonce.local.demo.plan.Sizes;
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
  /** What a topic leaves behind, to be spoiled. */
  static final class Topic {
    final Plan plan = Planner.plan(new Sizes(1, Map.of(DemoConsumer.SHIPMENTS, 100)));
    final Map<String, List<String>> parcels = new TreeMap<>();
    final Set<Integer> parked = new TreeSet<>();
    final Set<Integer> parkedAgain = new TreeSet<>();
    final List<String> strangers = new ArrayList<>();
    final List<String> changed = new ArrayList<>();
    final List<String> left = new ArrayList<>();
    final Set<Integer> deaths = new TreeSet<>(Set.of(3));
    final List<String> list;
    final int listed;

    Topic() {
      plan.lists().forEach((order, list) -> parcels.put(order, new ArrayList<>(list)));
      list = parcels.values().iterator().next();
      Map<Boolean, List<Integer>> isParked =
          plan.messages().stream()
              .collect(
                  Collectors.partitioningBy(
                      plan::isParked,
                      Collectors.mapping(PlannedMessage::number, Collectors.toList())));
      parked.addAll(isParked.getOrDefault(true, List.of()));
      parkedAgain.addAll(parked);
      listed = isParked.getOrDefault(false, List.of()).getFirst();
    }

    Report report() {
      int died = deaths.size();
      return Report.of(
          Optional.empty(),
          Optional.of(
              new Shipped(plan, parcels, parked, strangers, changed, parkedAgain, left, died)));
    }
  }

  @Test
  void aGoodRunIsAsTheGuaranteePromises() {
    assertThat(new Topic().report().findings()).isEmpty();
  }

  @ParameterizedTest
  @MethodSource
  void whatIsNotAsPromisedIsNamed(Verdict verdict, String what, Consumer<Topic> spoil) {
    Topic topic = new Topic();
    spoil.accept(topic);

    assertThat(topic.report().findings()).anyMatch(it -> it.what().contains(what));
    assertThat(topic.report().verdict()).isEqualTo(verdict);
  }

  static Stream<Arguments> whatIsNotAsPromisedIsNamed() {
    return Stream.of(
        row(VIOLATED, "lost", it -> it.list.removeLast()),
        row(VIOLATED, "double effect", it -> it.list.add(it.list.getFirst())),
        row(VIOLATED, "out of order", it -> Collections.swap(it.list, 0, 1)),
        row(VIOLATED, "must not be listed", it -> it.list.add("stranger")),
        row(VIOLATED, "lost: not parked", it -> it.parked.remove(Collections.min(it.parked))),
        row(VIOLATED, "parked without a cause", it -> it.parked.add(it.listed)),
        row(VIOLATED, "nobody sent it", it -> it.strangers.add("{}")),
        row(VIOLATED, "it changed", it -> it.changed.add("order-0001")),
        row(VIOLATED, "it parked otherwise", it -> it.parkedAgain.clear()),
        row(VIOLATED, "no process died", it -> it.deaths.clear()),
        row(INCONCLUSIVE, "not at the end", it -> it.left.add("not at the end")),
        unsettled("lost", it -> it.list.removeLast()),
        unsettled("lost: not parked", it -> it.parked.clear()),
        unsettled("no process died", it -> it.deaths.clear()),
        row(
            INCONCLUSIVE,
            "parked without a cause",
            it -> {
              it.parked.add(it.listed);
              it.parkedAgain.add(it.listed);
              it.deaths.addAll(Set.of(1, 2, 4));
            }));
  }

  private static Arguments row(Verdict verdict, String what, Consumer<Topic> spoil) {
    return Arguments.of(verdict, what, spoil);
  }

  /** What a slow machine may do is inconclusive. */
  private static Arguments unsettled(String what, Consumer<Topic> spoil) {
    return row(
        INCONCLUSIVE,
        what,
        topic -> {
          spoil.accept(topic);
          topic.parkedAgain.retainAll(topic.parked);
          topic.left.add("the group is not at the end of the topic");
        });
  }
}
