package dev.effectivelyonce.infra;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.cdk.TemplateReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import software.amazon.awscdk.assertions.Template;

/** The consumer that needs a payment gateway. */
class FulfilmentStackTest {
  @RegisterExtension static final SampleStacks STACKS = new SampleStacks();

  private final Template trial = STACKS.trial();
  private final Template prod = STACKS.prod();

  @Test
  void withoutAGatewayWhatIsToBeFulfilledWaitsForAConsumerOfOnesOwn() {
    assertThat(prod.findOutputs("*").keySet())
        .contains("FulfilmentQueueUrl", "FulfilmentDeadLetterQueueUrl")
        .noneMatch(it -> it.startsWith("Stock") || it.startsWith("Shipments"));
    prod.resourceCountIs("AWS::DynamoDB::Table", 5);
    prod.resourceCountIs("AWS::Lambda::Function", 7);
    prod.resourceCountIs("AWS::Lambda::EventSourceMapping", 3);
  }

  @Test
  void itsFunctionGetsTheGatewayAndItsTables() {
    assertThat(TemplateReader.properties(trial, "FulfilmentFunction"))
        .contains("GATEWAY_URL=http://127.0.0.1:9", "SIMULATE=on")
        .contains("EFFECTIVELY_ONCE_HEARTBEAT=PT2.5S")
        .contains("STOCK_TABLE={Ref=StockTable")
        .contains("RESERVATIONS_TABLE={Ref=ReservationsTable")
        .contains("SHIPMENTS_TABLE={Ref=ShipmentsTable");
  }

  @Test
  void theSagaAndTheApiAreWatchedForWhatStaysHalfDone() {
    assertThat(TemplateReader.properties(trial, "UnsettledFunction"))
        .contains("EFFECTIVELY_ONCE_CONSUMERS=payments-api,fulfilment");
    assertThat(TemplateReader.properties(prod, "UnsettledFunction"))
        .contains("EFFECTIVELY_ONCE_CONSUMERS=payments-api");
  }

  @Test
  void aMessageComesBackOftenEnoughForTheSagaToGoBack() {
    assertThat(TemplateReader.properties(trial, "FulfilmentQueue")).contains("maxReceiveCount=10");
  }
}
