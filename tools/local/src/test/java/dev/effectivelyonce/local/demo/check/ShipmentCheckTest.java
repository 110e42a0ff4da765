package dev.effectivelyonce.local.demo.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.local.demo.plan.ShipmentPlan;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A run of a plan as it should be, with one thing broken in each case. */
class ShipmentCheckTest {
  /** What a topic leaves behind, to be spoiled. */
  static final class Topic {
    final ShipmentPlan plan = ShipmentPlan.of(1, 100);
    final Map<String, List<String>> parcels = new TreeMap<>();
    final Set<Integer> parked = new TreeSet<>();
    final Set<Integer> parkedAgain = new TreeSet<>();
    final List<String> strangers = new ArrayList<>();
    final List<String> changed = new ArrayList<>();
    final List<String> left = new ArrayList<>();
    final Set<Integer> deaths = new TreeSet<>(Set.of(3));
    final List<String> list;

    Topic() {
      plan.lists().forEach((order, list) -> parcels.put(order, new ArrayList<>(list)));
      IntStream.range(0, plan.records().size())
          .filter(number -> plan.records().get(number).kind().isParked())
          .forEach(parked::add);
      parkedAgain.addAll(parked);
      list = parcels.values().iterator().next();
    }

    Report report() {
      return Report.of(
          new Shipped(plan, parcels, parked, strangers, changed, parkedAgain, left, deaths.size()));
    }
  }

  @Test
  void aGoodRunIsAsTheGuaranteePromises() {
    assertThat(new Topic().report().findings()).isEmpty();
  }

  @ParameterizedTest
  @MethodSource
  void whatIsBrokenIsNamed(String what, Consumer<Topic> spoil) {
    Topic topic = new Topic();
    spoil.accept(topic);

    assertThat(topic.report().findings()).anyMatch(it -> it.what().contains(what));
    assertThat(topic.report().verdict()).isEqualTo(Verdict.VIOLATED);
  }

  @ParameterizedTest
  @MethodSource
  void whatASlowMachineMayDoIsInconclusive(String what, Consumer<Topic> spoil) {
    Topic topic = new Topic();
    spoil.accept(topic);

    assertThat(topic.report().findings()).anyMatch(it -> it.what().contains(what));
    assertThat(topic.report().verdict()).isEqualTo(Verdict.INCONCLUSIVE);
  }

  static Stream<Arguments> whatASlowMachineMayDoIsInconclusive() {
    return Stream.of(
        breach("not at the end", topic -> topic.left.add("not at the end")),
        breach("lost", unsettled(topic -> topic.list.removeLast())),
        breach("lost: not parked", unsettled(topic -> topic.parked.clear())),
        breach("no process died", unsettled(topic -> topic.deaths.clear())),
        breach(
            "parked without a cause",
            topic -> {
              topic.parked.add(listed(topic.plan));
              topic.parkedAgain.add(listed(topic.plan));
              topic.deaths.addAll(Set.of(1, 2, 4));
            }));
  }

  private static Consumer<Topic> unsettled(Consumer<Topic> spoil) {
    return topic -> {
      spoil.accept(topic);
      topic.parkedAgain.retainAll(topic.parked);
      topic.left.add("the group is not at the end of the topic");
    };
  }

  static Stream<Arguments> whatIsBrokenIsNamed() {
    return Stream.of(
        breach("lost", topic -> topic.list.removeLast()),
        breach("double effect", topic -> topic.list.add(topic.list.getFirst())),
        breach("out of order", topic -> Collections.swap(topic.list, 0, 1)),
        breach("must not be listed", topic -> topic.list.add("stranger")),
        breach("lost: not parked", topic -> topic.parked.remove(topic.parked.iterator().next())),
        breach("parked without a cause", topic -> topic.parked.add(listed(topic.plan))),
        breach("nobody sent it", topic -> topic.strangers.add("{}")),
        breach("it changed", topic -> topic.changed.add("order-0001")),
        breach("it parked otherwise", topic -> topic.parkedAgain.clear()),
        breach("no process died", topic -> topic.deaths.clear()));
  }

  private static Arguments breach(String what, Consumer<Topic> spoil) {
    return Arguments.of(what, spoil);
  }

  private static int listed(ShipmentPlan plan) {
    return IntStream.range(0, plan.records().size())
        .filter(number -> plan.records().get(number).kind().isListed())
        .findFirst()
        .orElseThrow();
  }
}
