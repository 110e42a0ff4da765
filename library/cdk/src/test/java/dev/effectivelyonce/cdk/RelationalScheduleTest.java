package dev.effectivelyonce.cdk;

import static dev.effectivelyonce.cdk.TestStack.assertOneProblem;
import static dev.effectivelyonce.cdk.TestStack.assertProblems;
import static dev.effectivelyonce.cdk.TestStack.problems;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import software.amazon.awscdk.services.ec2.SecurityGroup;
import software.amazon.awscdk.services.ec2.Vpc;
import software.amazon.awscdk.services.events.EventBus;
import software.amazon.awscdk.services.rds.Endpoint;

/** The scheduled functions on PostgreSQL: the publisher of an outbox, and the sweeper. */
class RelationalScheduleTest extends GoldenStackTest {
  private static final RelationalStore STORE =
      RelationalStore.at(new Endpoint("ledger.example.com", 5432), "shop")
          .withToken("ledger", "cluster-ABC123");

  private RelationalOutbox outbox;

  @Override
  void fill() {
    Vpc vpc = test.vpc("Vpc");
    SecurityGroup database = test.group("Database", vpc);
    outbox =
        outbox("Outbox")
            .relationalStore(STORE)
            .destination("fulfilment", test.queue("Target"))
            .destination("audit", EventBus.Builder.create(test.stack(), "Bus").build())
            .alarmAction(test.telling("Topic"))
            .reservedConcurrency(1)
            .build();
    RelationalSweeper sweeper =
        sweeper("Sweeper").relationalStore(STORE.admittedBy(database)).vpc(vpc).build();
    OperationsDashboard.Builder.create(test.stack(), "Operations")
        .outbox("Sent", outbox)
        .sweeper("Swept", sweeper)
        .build();
  }

  @Test
  void theAlarmOfEachDestinationIsToBeHad() {
    assertThat(outbox.oldestMessageAlarms()).containsOnlyKeys("fulfilment", "audit");
  }

  @Test
  void whatCanNotWorkIsRefusedWithTheRemedy() {
    assertProblems(
        RelationalOutbox.Builder.create(test.stack(), "Bare"),
        "code is missing. Set it before build().",
        "handler is missing. Set it before build().",
        "relationalStore is missing. Set it before build().",
        "destination is missing. Name at least one queue or bus before build().");
    assertThat(problems(RelationalSweeper.Builder.create(test.stack(), "Bare"))).hasSize(3);
    RelationalStore nobody = RelationalStore.at(new Endpoint("db", 5432), "shop");

    assertProblems(
        sweeper("Nobody").relationalStore(nobody),
        "relationalStore has no login. Set one of withSecret and withToken.");
    for (Duration every :
        List.of(Duration.ofMinutes(4), Duration.ofSeconds(3601), Duration.ofDays(2))) {
      assertOneProblem(sweeper("Odd").relationalStore(STORE).every(every), "every is ");
    }
    assertOneProblem(
        sweeper("Long").relationalStore(STORE).timeout(Duration.ofMinutes(16)), "timeout is 960 s");
    assertOneProblem(
        outbox("Early")
            .relationalStore(STORE)
            .destination("a", test.queue("A"))
            .oldestMessageAlarm(Duration.ofMinutes(4)),
        "oldestMessageAlarm is 240 s");
  }

  private RelationalOutbox.Builder outbox(String id) {
    return RelationalOutbox.Builder.create(test.stack(), id)
        .code(test.code())
        .handler("com.example.Publisher::handleRequest");
  }

  private RelationalSweeper.Builder sweeper(String id) {
    return RelationalSweeper.Builder.create(test.stack(), id)
        .code(test.code())
        .handler("com.example.Sweeper::handleRequest");
  }
}
