package dev.effectivelyonce.cdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class OperationsDashboardTest extends StackTest {
  private static final Pattern METRIC = Pattern.compile("\"([A-Z][A-Za-z/]+)\",\"([A-Za-z.]+)\",");

  private String body;

  @Override
  void fill() {
    IdempotentConsumer orders = test.consumer("Orders").build();
    DeadLetterReplay replay = test.replay("Replay").consumer("orders", orders).build();
    OperationsDashboard.Builder.create(test.stack(), "Operations")
        .name("shop-operations")
        .consumer("Orders", orders)
        .consumer("Returns", test.consumer("Returns").build())
        .outbox("Outbox", outbox())
        .replay(replay)
        .build();
  }

  @BeforeAll
  void read() {
    body = dashboard("Operations");
  }

  private TransactionalOutbox outbox() {
    return TransactionalOutbox.Builder.create(test.stack(), "Outbox")
        .code(test.code())
        .destination("returns", test.queue("Target"))
        .build();
  }

  @Test
  void anOutboxShowsWhatIsSentAndWhatWaits() {
    assertThat(metrics("EffectivelyOnce", "Outbox"))
        .containsExactlyInAnyOrder(
            "outbox.published",
            "outbox.held",
            "outbox.unsendable",
            "outbox.published",
            "outbox.held",
            "outbox.unsendable",
            "outbox.oldest");
    assertThat(metrics("AWS/Lambda", "Outbox")).containsExactly("IteratorAge");
    assertThat(metrics("AWS/SQS", "Outbox")).containsExactly("ApproximateNumberOfMessagesVisible");
    assertThat(metrics("AWS/Lambda", "Outbox sweeper"))
        .containsExactlyInAnyOrder("Duration", "Duration", "Errors", "Throttles");
    assertThat(Pattern.compile("<Outbox[A-Za-z]+Alarm").matcher(body).results())
        .hasSize(OutboxAlarm.values().length);
  }

  @Test
  void itHasTheNameThatWasGiven() {
    assertThat(property("OperationsDashboard", "DashboardName")).isEqualTo("shop-operations");
  }

  @Test
  void theTableIsShownOnceAndItsIndexToo() {
    assertThat(metrics("AWS/DynamoDB", "Records"))
        .containsExactlyInAnyOrder(
            "ConsumedWriteCapacityUnits",
            "ConsumedReadCapacityUnits",
            "WriteThrottleEvents",
            "ReadThrottleEvents",
            "ConsumedWriteCapacityUnits",
            "WriteThrottleEvents");
    assertThat(
            Pattern.compile("\"(\\w+)\",\"GlobalSecondaryIndexName\",\"listing\"")
                .matcher(body)
                .results()
                .map(metric -> metric.group(1)))
        .containsExactlyInAnyOrder("ConsumedWriteCapacityUnits", "WriteThrottleEvents");
  }

  @Test
  void theReplayIsShown() {
    assertThat(metrics("AWS/Lambda", "Replay"))
        .containsExactlyInAnyOrder("Invocations", "Errors", "Duration");
  }

  @Test
  void aDashboardOfNothingIsRefused() {
    assertThatThrownBy(OperationsDashboard.Builder.create(test.stack(), "Empty")::build)
        .isInstanceOf(InvalidConstructException.class)
        .hasMessage(
            "'Shop/Empty' cannot be built:\n- there is nothing to show. Name a consumer, API or"
                + " function before build().");
  }

  /** The metrics of a namespace in the widgets whose title starts so. */
  private List<String> metrics(String namespace, String title) {
    return Pattern.compile("(?=\\{\"type\":)")
        .splitAsStream(body)
        .filter(widget -> widget.contains("\"title\":\"" + title + ":"))
        .flatMap(widget -> METRIC.matcher(widget).results())
        .filter(metric -> metric.group(1).equals(namespace))
        .map(metric -> metric.group(2))
        .toList();
  }
}
