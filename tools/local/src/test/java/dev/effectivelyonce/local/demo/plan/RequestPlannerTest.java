package dev.effectivelyonce.local.demo.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.effectivelyonce.local.demo.plan.Kind.Fate;
import dev.effectivelyonce.local.demo.plan.Kind.Fault;
import dev.effectivelyonce.local.demo.plan.PlannedMessage.Role;
import dev.effectivelyonce.local.demo.plan.PlannedRequest.Payload;
import dev.effectivelyonce.local.demo.plan.PlannedRequest.Way;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RequestPlannerTest {
  private final Plan plan = plan(1, 300);
  private final List<PlannedRequest> withKey =
      plan.requests().stream().filter(it -> it.role() == Role.FIRST).toList();

  private static Plan plan(long seed, int requests) {
    return Planner.plan(new PlanRequest(seed, 100, 100, 0, 0, requests, 0));
  }

  @Test
  void theSameSeedMakesTheSameRequestsAndAnotherMakesOthers() {
    assertThat(plan(1, 300)).isEqualTo(plan);
    assertThat(plan(2, 300).requests()).isNotEqualTo(plan.requests());
  }

  @Test
  void whatIsSentToQueuesIsTheSameWithRequestsAndWithout() {
    assertThat(plan.messages()).isEqualTo(plan(1, 0).messages());
    assertThat(plan(1, 0).requests()).isEmpty();
  }

  @Test
  void thereAreAsManyKeysAsAskedForAndEachIsOfOneRequest() {
    assertThat(withKey).hasSize(300);
    assertThat(plan.requests().stream().map(PlannedRequest::key)).doesNotHaveDuplicates();
  }

  @Test
  void everyWayAndKindAndPoisonOccursEvenInTheSmallestPlan() {
    List<PlannedRequest> smallest = plan(1, Shares.LEAST_EVENTS).requests();

    assertThat(smallest.stream().map(PlannedRequest::way)).contains(Way.values());
    assertThat(smallest.stream().map(PlannedRequest::role).distinct())
        .containsExactlyInAnyOrderElementsOf(
            EnumSet.of(
                Role.FIRST, Role.NOT_JSON, Role.WRONG_TYPE, Role.MISSING_KEY, Role.BLANK_KEY));
    assertThat(smallest.stream().map(PlannedRequest::kind).distinct())
        .containsExactlyInAnyOrderElementsOf(
            EnumSet.of(
                Kind.PLAIN,
                Kind.SLOW,
                Kind.RETRYABLE_ONCE,
                Kind.OVER_BALANCE,
                Kind.NO_ACCOUNT,
                Kind.CRASH_BEFORE,
                Kind.CRASH_AFTER,
                Kind.TIMEOUT,
                Kind.ZOMBIE));
  }

  @Test
  void whoeverHangsUpDoesSoWhileTheHandlerIsAtWork() {
    assertThat(withKey).filteredOn(it -> it.way() == Way.HANGS_UP).isNotEmpty();
    assertThat(withKey)
        .filteredOn(it -> it.way() == Way.HANGS_UP)
        .allMatch(it -> it.kind() == Kind.SLOW);
  }

  @Test
  void noTwoPayloadsOfAnAccountHaveTheSameAmount() {
    Stream<String> paid =
        plan.requests().stream()
            .flatMap(
                request ->
                    Stream.of(Payload.values())
                        .map(it -> request.accountId() + " " + request.amountCents(it)));

    assertThat(paid).doesNotHaveDuplicates();
  }

  @Test
  void requestsPayFromAccountsOfTheirOwn() {
    assertThat(plan.requests()).allMatch(it -> plan.isOfRequests(it.accountId()));
    assertThat(plan.events(DemoQueue.PAYMENTS)).noneMatch(it -> plan.isOfRequests(it.accountId()));
    assertThat(plan.requests())
        .allMatch(
            it ->
                plan.openingCents().containsKey(it.accountId()) == (it.kind() != Kind.NO_ACCOUNT));
  }

  @Test
  void balancesSufficeForEveryRequestTwiceButNotForThoseMeantToBeRefused() {
    Map<String, Long> needed =
        withKey.stream()
            .filter(request -> request.kind().fate() == Fate.APPLIED)
            .collect(
                Collectors.groupingBy(
                    PlannedRequest::accountId,
                    Collectors.summingLong(PlannedRequest::amountCents)));
    needed.forEach(
        (account, cents) ->
            assertThat(2 * cents).isLessThan(plan.openingCents().getOrDefault(account, 0L)));
    assertThat(withKey)
        .filteredOn(it -> it.kind() == Kind.OVER_BALANCE)
        .allMatch(it -> it.amountCents() > plan.openingCents().getOrDefault(it.accountId(), 0L));
  }

  @Test
  void whatRecoversSlowlyIsSentEarlyAndHalfOfItTwice() {
    List<PlannedRequest> deadly =
        withKey.stream().filter(it -> it.kind().fault() == Fault.DEADLY).toList();

    assertThat(deadly).allMatch(it -> it.number() < plan.requests().size() / 5);
    assertThat(deadly.stream().map(PlannedRequest::way)).contains(Way.ONCE, Way.AT_ONCE);
  }

  @Test
  void whatIsMalformedIsSo() {
    for (PlannedRequest request : plan.requests()) {
      String body = request.body(Payload.OWN);
      switch (request.role()) {
        case MISSING_KEY -> assertThat(request.keyHeader()).isEmpty();
        case BLANK_KEY -> assertThat(request.keyHeader()).contains("\"   \"");
        case NOT_JSON -> assertThat(body).doesNotContain("}");
        case WRONG_TYPE -> assertThat(body).contains("\"a hundred\"");
        default -> assertThat(body).contains(":" + request.amountCents() + ",");
      }
    }
  }

  @Test
  void tooFewAreRefused() {
    assertThatThrownBy(() -> plan(1, 99))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("requests is 99; set 100");
  }
}
