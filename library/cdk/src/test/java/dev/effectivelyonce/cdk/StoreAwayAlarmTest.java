package dev.effectivelyonce.cdk;

import static dev.effectivelyonce.cdk.TemplateReader.properties;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awscdk.assertions.Template;
import software.amazon.awscdk.services.cloudwatch.actions.SnsAction;

class StoreAwayAlarmTest {
  @TempDir Path directory;

  @Test
  void anOutageIsOnePageAndWhatIsLateThenIsNone() {
    TestStack test = TestStack.in(directory);
    SnsAction onCall = test.telling("Topic");
    IdempotentConsumer orders = test.consumer("Orders").pageAction(onCall).build();
    IdempotentApi api = test.api("Api").pageAction(onCall).build();

    StoreAwayAlarm.Builder.create(test.stack(), "StoreAway")
        .consumer(orders)
        .api(api)
        .pageAction(onCall)
        .build();

    Template template = Template.fromStack(test.stack());
    assertThat(properties(template, "StoreAwayAlarm"))
        .contains("AlarmActions=[{Ref=Topic}]", "OrdersStoreFailedAlarm", "ApiStoreFailedAlarm")
        .doesNotContain("ActionsSuppressor=");
    assertThat(properties(template, "StoreAwayLateAlarmOrders"))
        .contains(
            "AlarmActions=[{Ref=Topic}]",
            "ActionsSuppressor={Fn::GetAtt=[StoreAwayAlarm",
            "OrdersOldestMessageAlarm",
            "OrdersGivenBackAlarm",
            "OrdersErrorsAlarm")
        .doesNotContain("Api", "Throttles");
    assertThat(properties(template, "StoreAwayLateAlarmApi"))
        .contains("ApiServerErrorsAlarm", "ApiErrorsAlarm");
    for (String takenOver :
        new String[] {"OrdersStoreFailedAlarm", "OrdersGivenBackAlarm", "ApiServerErrorsAlarm"}) {
      assertThat(properties(template, takenOver)).contains("ActionsEnabled=false");
    }
    assertThat(properties(template, "OrdersThrottlesAlarm"))
        .contains("AlarmActions=[{Ref=Topic}]")
        .doesNotContain("ActionsEnabled");
  }

  @Test
  void itNeedsFunctionsOfOneStoreEachOnce() {
    TestStack test = TestStack.in(directory);
    IdempotentConsumer orders = test.consumer("Orders").build();
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
