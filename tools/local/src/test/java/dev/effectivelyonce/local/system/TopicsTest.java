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
import dev.effectivelyonce.local.template.EventSourceResource;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.sns.SnsClient;
import software.amazon.awssdk.services.sns.model.MessageAttributeValue;

/** A publisher, a topic, a queue and a consumer, with its records in DynamoDB. */
@TestInstance(Lifecycle.PER_CLASS)
class TopicsTest {
  private static final String TOPICS =
      """
      "Orders": {"Type": "AWS::SNS::Topic"},
      "Wrapped": {"Type": "AWS::SQS::Queue"}, "Raw": {"Type": "AWS::SQS::Queue"},
      "ToWrapped": {"Type": "AWS::SNS::Subscription", "Properties": {"Protocol": "sqs",
        "TopicArn": {"Ref": "Orders"}, "Endpoint": {"Fn::GetAtt": ["Wrapped", "Arn"]},
        "FilterPolicy": {"kind": ["placed"]}}},
      "ToRaw": {"Type": "AWS::SNS::Subscription", "Properties": {"Protocol": "sqs",
        "TopicArn": {"Ref": "Orders"}, "Endpoint": {"Fn::GetAtt": ["Raw", "Arn"]},
        "FilterPolicyScope": "MessageBody", "FilterPolicy": {"orderId": [{"prefix": "R"}]},
        "RawMessageDelivery": true}},
      "Payments": {"Type": "AWS::SNS::Topic", "Properties": {"FifoTopic": true}},
      "ToSource": {"Type": "AWS::SNS::Subscription", "Properties": {"Protocol": "sqs",
        "TopicArn": {"Ref": "Payments"}, "Endpoint": {"Fn::GetAtt": ["Source", "Arn"]}}},
      "OfWrapped": {"Type": "AWS::Lambda::EventSourceMapping", "Properties": {
        "EventSourceArn": {"Fn::GetAtt": ["Wrapped", "Arn"]}, "FunctionName": {"Ref": "Function"},
        "FunctionResponseTypes": ["ReportBatchItemFailures"]}},
      "OfRaw": {"Type": "AWS::Lambda::EventSourceMapping", "Properties": {
        "EventSourceArn": {"Fn::GetAtt": ["Raw", "Arn"]}, "FunctionName": {"Ref": "Function"},
        "FunctionResponseTypes": ["ReportBatchItemFailures"]}},
      """;

  private static final String ACCOUNT = "arn:aws:sns:us-east-1:000000000000:";

  private final List<String> handled = new CopyOnWriteArrayList<>();
  private final AtomicInteger acknowledged = new AtomicInteger();
  private final List<EventSource> sources = new ArrayList<>();
  private LocalSystem system;
  private SnsClient sns;

  /** What is published. */
  record Order(String orderId) {}

  @BeforeAll
  void start(@TempDir Path folder) {
    system = TestStack.in(folder).with(TOPICS).start();
    sns = SnsClients.of(system.snsEndpoint());
  }

  @AfterEach
  void stopSources() {
    sources.forEach(EventSource::close);
    sources.clear();
    handled.clear();
    acknowledged.set(0);
  }

  @AfterAll
  void stop() {
    sns.close();
    system.close();
  }

  @Test
  void anOrderThatIsPublishedTwiceIsHandledOnceAndOneThatIsFilteredNever() {
    publish("O-1", "placed");
    publish("O-2", "cancelled");
    publish("O-1", "placed");

    consume(
        "Wrapped",
        MessageIdentity.of("wrapped", Order.class, MessageKey.of(Order::orderId))
            .envelope(Envelope.sns()));

    Await.until("both messages are acknowledged", () -> acknowledged.get() == 2);
    assertThat(handled).containsExactly("O-1");
  }

  @Test
  void aRawOrderThatIsPublishedTwiceIsHandledOnceWithoutAnEnvelope() {
    publish("R-1", "cancelled");
    publish("R-1", "cancelled");

    consume("Raw", MessageIdentity.of("raw", Order.class, MessageKey.of(Order::orderId)));

    Await.until("both messages are acknowledged", () -> acknowledged.get() == 2);
    assertThat(handled).containsExactly("R-1");
  }

  @Test
  void theMessagesOfAGroupAreHandledInTheOrderInWhichTheyWerePublished() {
    List<String> orders = List.of("F-3", "F-1", "F-1", "F-2");
    for (int at = 0; at < orders.size(); at++) {
      String id = "d" + at;
      String body = body(orders.get(at));
      sns.publish(
          it ->
              it.topicArn(ACCOUNT + "Test-Payments.fifo")
                  .message(body)
                  .messageGroupId("g")
                  .messageDeduplicationId(id));
    }

    consume(
        "Source",
        MessageIdentity.of("fifo", Order.class, MessageKey.of(Order::orderId))
            .envelope(Envelope.sns()));

    Await.until("all messages are acknowledged", () -> acknowledged.get() == 4);
    assertThat(handled).containsExactly("F-3", "F-1", "F-2");
  }

  private void publish(String orderId, String kind) {
    MessageAttributeValue attribute =
        MessageAttributeValue.builder().dataType("String").stringValue(kind).build();
    sns.publish(
        it ->
            it.topicArn(ACCOUNT + "Test-Orders")
                .message(body(orderId))
                .messageAttributes(Map.of("kind", attribute)));
  }

  private static String body(String orderId) {
    return "{\"orderId\":\"" + orderId + "\"}";
  }

  private void consume(String queue, MessageIdentity<Order> identity) {
    SqsStreamHandler function =
        new SqsStreamHandler(
            SqsConsumer.of(identity)
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
    EventSourceResource mapping =
        system.template().eventSources().stream()
            .filter(it -> it.queue().logicalId().equals(queue))
            .findFirst()
            .orElseThrow();
    sources.add(
        SqsEventSource.start(
            system.sqs(),
            mapping,
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
            1));
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
