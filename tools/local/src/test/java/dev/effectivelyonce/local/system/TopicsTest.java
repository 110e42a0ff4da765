package dev.effectivelyonce.local.system;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.dynamodb.DynamoDbStore;
import dev.effectivelyonce.local.eventsource.EventSource;
import dev.effectivelyonce.local.eventsource.InvocationListener;
import dev.effectivelyonce.local.eventsource.InvocationReport;
import dev.effectivelyonce.local.eventsource.SqsEventSource;
import dev.effectivelyonce.local.fixture.Await;
import dev.effectivelyonce.local.fixture.SnsClients;
import dev.effectivelyonce.local.fixture.TestStack;
import dev.effectivelyonce.local.lambda.FunctionInvoker;
import dev.effectivelyonce.local.lambda.InvocationResult.Succeeded;
import dev.effectivelyonce.sqs.Envelope;
import dev.effectivelyonce.sqs.MessageIdentity;
import dev.effectivelyonce.sqs.MessageKey;
import dev.effectivelyonce.sqs.SqsConsumer;
import dev.effectivelyonce.sqs.SqsStreamHandler;
import dev.effectivelyonce.testkit.sqs.TestContext;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.sns.SnsClient;
import software.amazon.awssdk.services.sns.model.MessageAttributeValue;

/** A publisher, a topic, a queue and a consumer, with its records in DynamoDB. */
class TopicsTest {
  private static final String TOPIC =
      """
      "Orders": {"Type": "AWS::SNS::Topic", "Properties": {"FifoTopic": true}},
      "ToSource": {"Type": "AWS::SNS::Subscription", "Properties": {"Protocol": "sqs",
        "TopicArn": {"Ref": "Orders"}, "Endpoint": {"Fn::GetAtt": ["Source", "Arn"]},
        "FilterPolicy": {"kind": ["placed"]}}},
      """;

  private final List<String> handled = new CopyOnWriteArrayList<>();
  private final AtomicInteger acknowledged = new AtomicInteger();

  /** What is published. */
  record Order(String orderId) {}

  @Test
  void whatIsPublishedIsHandledOnceAndInTheOrderOfItsGroupAndWhatIsFilteredNever(
      @TempDir Path folder) {
    try (LocalSystem system = TestStack.in(folder).with(TOPIC).start();
        SnsClient sns = SnsClients.of(system.snsEndpoint())) {
      List.of("O-3", "O-1", "O-1", "O-2").forEach(order -> publish(sns, order, "placed"));
      publish(sns, "O-4", "cancelled");

      try (EventSource unused = consume(system)) {
        Await.until("all messages are acknowledged", () -> acknowledged.get() == 4);
      }

      assertThat(handled).containsExactly("O-3", "O-1", "O-2");
    }
  }

  private static void publish(SnsClient sns, String orderId, String kind) {
    MessageAttributeValue attribute =
        MessageAttributeValue.builder().dataType("String").stringValue(kind).build();
    sns.publish(
        it ->
            it.topicArn("arn:aws:sns:us-east-1:000000000000:Test-Orders.fifo")
                .message("{\"orderId\":\"" + orderId + "\"}")
                .messageAttributes(Map.of("kind", attribute))
                .messageGroupId("g")
                .messageDeduplicationId(UUID.randomUUID().toString()));
  }

  private EventSource consume(LocalSystem system) {
    SqsStreamHandler function =
        new SqsStreamHandler(
            SqsConsumer.of(
                    MessageIdentity.of("orders", Order.class, MessageKey.of(Order::orderId))
                        .envelope(Envelope.sns()))
                .store(new DynamoDbStore(system.dynamoDb(), system.output("TableName")))
                .retention(Duration.ofDays(19))
                .onAbandonedClaim(AbandonedClaimPolicy.RERUN)
                .visibility((changes, deadline) -> {})
                .handler(
                    (order, delivery) -> {
                      handled.add(order.orderId());
                      return HandlerResult.completed();
                    })
                .build());
    return SqsEventSource.start(
        system.sqs(),
        system.template().eventSources().getFirst(),
        inThisProcess(function),
        new InvocationListener() {
          @Override
          public void ended(InvocationReport report) {
            acknowledged.addAndGet(
                (int)
                    report.batch().stream()
                        .filter(it -> report.outcome().handled(it.messageId()))
                        .count());
          }
        },
        Clock.systemUTC(),
        system.region(),
        1);
  }

  private static FunctionInvoker inThisProcess(SqsStreamHandler function) {
    return event -> {
      ByteArrayOutputStream answer = new ByteArrayOutputStream();
      try {
        function.handleRequest(
            new ByteArrayInputStream(event.getBytes(UTF_8)),
            answer,
            new TestContext(Clock.systemUTC(), Duration.ofMinutes(5)));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return new Succeeded(answer.toString(UTF_8));
    };
  }
}
