package dev.effectivelyonce.cdk;

import static dev.effectivelyonce.cdk.TestStack.assertProblems;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import software.amazon.awscdk.services.dynamodb.Attribute;
import software.amazon.awscdk.services.dynamodb.AttributeType;
import software.amazon.awscdk.services.dynamodb.ITable;
import software.amazon.awscdk.services.dynamodb.Table;
import software.amazon.awscdk.services.kinesis.Stream;

class StuckRecordMonitorTest extends GoldenStackTest {
  private IdempotentConsumer bills;
  private IdempotentApi api;
  private ParkingConsumer parking;
  private TransactionalOutbox outbox;

  @Override
  void fill() {
    bills = test.consumer("Bills").consumerName("late-bills").build();
    api = api("Api", test.table().table()).build();
    StuckRecordMonitor made =
        test.watch("Watch")
            .consumer(bills)
            .api(api)
            .ringsAfter(Duration.ofMinutes(90))
            .alarmAction(test.telling("Topic"))
            .build();
    OperationsDashboard.Builder.create(test.stack(), "Operations")
        .consumer("Bills", bills)
        .watch(made)
        .build();
    IdempotentConsumer bound =
        test.consumer("Bound").consumerName("bound").recordAccess(RecordAccess.OWN_RECORDS).build();
    test.watch("WatchOfBound").consumer(bound).build();
    ParkingConsumer clicks =
        test.stream("Clicks").consumerName("clicks").stream(
                Stream.Builder.create(test.stack(), "ClickStream").build())
            .build();
    outbox =
        TransactionalOutbox.Builder.create(test.stack(), "Outbox")
            .code(test.code())
            .destination("bills", bills.queue())
            .build();
    test.watch("WatchOfSources")
        .source(clicks)
        .outbox(outbox)
        .pageAction(test.telling("Pages"))
        .build();
    parking = test.stream("Parking").consumerName("parking").tableStream(outbox.table()).build();
    test.watch("WatchOfBoth").consumer(parking).build();
  }

  @Test
  void aSourceThatIsGivenTwiceIsRefused() {
    assertProblems(
        test.watch("TwiceSource").source(parking).source(parking).outbox(outbox).outbox(outbox),
        "event source of 'parking' is given twice. Name each once.",
        "event source of 'Outbox' is given twice. Name each once.");
    assertProblems(
        test.watch("TwiceBoth").consumer(parking).source(parking),
        "event source of 'parking' is given twice. Name each once.");
  }

  @Test
  void whatCanNotWorkIsRefusedWithTheRemedy() {
    assertProblems(
        StuckRecordMonitor.Builder.create(test.stack(), "Empty"),
        "code is missing. Set it before build().",
        "handler is missing. Set it before build().",
        "consumer, function, api, source or outbox is missing. Name at least one before build().");
    assertProblems(
        test.watch("Twice").consumer(bills).consumer(bills),
        "consumer 'late-bills' is given twice. Name each once.");
    IdempotencyTable other = IdempotencyTable.Builder.create(test.stack(), "OtherRecords").build();

    assertProblems(
        test.watch("Mixed").consumer(bills).api(api("Apart", other.table()).build()),
        "consumer 'apart' keeps its records in another table. Make it a watch of its own.");
    Table unlisted =
        Table.Builder.create(test.stack(), "Unlisted")
            .partitionKey(Attribute.builder().name("id").type(AttributeType.STRING).build())
            .timeToLiveAttribute("expiration")
            .build();

    assertProblems(
        test.watch("Blind").api(api("Unseen", unlisted).build()),
        "the table of records has no index 'listing'. Make it by IdempotencyTable, or like"
            + " it.");
    assertProblems(
        test.watch("Hasty").api(api).ringsAfter(Duration.ofMinutes(4)),
        "ringsAfter is 240 s: the watch looks every 300 s. Set that or more.");
    assertThat(test.stack().getNode().tryFindChild("Hasty")).isNull();
  }

  @Override
  String recorded() {
    return "(Watch|Operations)";
  }

  private IdempotentApi.Builder api(String id, ITable table) {
    return test.api(id).consumerName(id.toLowerCase(Locale.ROOT)).idempotencyTable(table);
  }
}
