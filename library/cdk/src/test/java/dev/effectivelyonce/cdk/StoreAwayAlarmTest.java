package dev.effectivelyonce.cdk;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import software.amazon.awscdk.services.cloudwatch.actions.SnsAction;

/** An outage is one page, and what is late then is none. */
class StoreAwayAlarmTest extends GoldenStackTest {
  private IdempotentConsumer orders;

  @Override
  void fill() {
    SnsAction onCall = test.telling("Topic");
    orders = test.consumer("Orders").pageAction(onCall).build();
    StoreAwayAlarm.Builder.create(test.stack(), "StoreAway")
        .consumer(orders)
        .api(test.api("Api").pageAction(onCall).build())
        .pageAction(onCall)
        .build();
  }

  @Override
  String recorded() {
    return ".*Alarm";
  }

  @Test
  void itNeedsFunctionsOfOneStoreEachOnce() {
    IdempotentConsumer bills =
        test.with(IdempotencyTable.Builder.create(test.stack(), "Others").build())
            .consumer("Bills")
            .build();

    assertThatThrownBy(() -> StoreAwayAlarm.Builder.create(test.stack(), "None").build())
        .hasMessageContaining("consumer, function or api is missing");
    assertThatThrownBy(
            () ->
                StoreAwayAlarm.Builder.create(test.stack(), "Two")
                    .consumer(orders)
                    .consumer(orders)
                    .consumer(bills)
                    .build())
        .hasMessageContaining("consumer 'Orders' is given twice")
        .hasMessageContaining("consumer 'Bills' keeps its records elsewhere");
  }
}
