package dev.effectivelyonce.local.sns;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.effectivelyonce.local.engines.Engines;
import dev.effectivelyonce.local.fixture.FunctionStandIn;
import dev.effectivelyonce.local.fixture.SnsClients;
import dev.effectivelyonce.local.fixture.TestStack;
import dev.effectivelyonce.local.template.StackTemplate;
import dev.effectivelyonce.local.template.TemplateReader;
import dev.effectivelyonce.testkit.ManualClock;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.sns.SnsClient;
import software.amazon.awssdk.services.sns.model.MessageAttributeValue;
import software.amazon.awssdk.services.sns.model.PublishBatchRequestEntry;
import software.amazon.awssdk.services.sns.model.PublishBatchResponse;
import software.amazon.awssdk.services.sns.model.PublishRequest;
import software.amazon.awssdk.services.sns.model.PublishResponse;
import software.amazon.awssdk.services.sns.model.SnsException;
import software.amazon.awssdk.services.sns.model.Topic;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageSystemAttributeName;

/** What comes into queues when a client of SNS publishes; the tests share the topics. */
@TestInstance(Lifecycle.PER_CLASS)
class SnsEndpointTest {
  private static final String REGION = "us-east-1";
  private static final String ACCOUNT = "arn:aws:sns:us-east-1:000000000000:";
  private static final String NEWS = ACCOUNT + "Test-News";
  private static final String LINE = ACCOUNT + "Test-Line.fifo";
  private static final String HASHED = ACCOUNT + "Test-Hashed.fifo";

  private static final String RESOURCES =
      """
      "Plain": {"Type": "AWS::SQS::Queue"}, "Raw": {"Type": "AWS::SQS::Queue"},
      "Picky": {"Type": "AWS::SQS::Queue"}, "Letters": {"Type": "AWS::SQS::Queue"},
      "Gone": {"Type": "AWS::SQS::Queue"}, "Copies": {"Type": "AWS::SQS::Queue"},
      "Ordered": {"Type": "AWS::SQS::Queue", "Properties": {"FifoQueue": true, "VisibilityTimeout": 0}},
      "News": {"Type": "AWS::SNS::Topic"}, "Lost": {"Type": "AWS::SNS::Topic"},
      "Line": {"Type": "AWS::SNS::Topic", "Properties": {"FifoTopic": true}},
      "Hashed": {"Type": "AWS::SNS::Topic", "Properties": {"FifoTopic": true,
        "ContentBasedDeduplication": true, "FifoThroughputScope": "MessageGroup"}},
      """
          + subscription("News", "Plain", "")
          + subscription("News", "Raw", ", \"RawMessageDelivery\": true")
          + subscription("News", "Picky", ", \"FilterPolicy\": {\"kind\": [\"order\"]}")
          + subscription(
              "Lost",
              "Gone",
              ", \"RedrivePolicy\": {\"deadLetterTargetArn\": {\"Fn::GetAtt\": [\"Letters\","
                  + " \"Arn\"]}}")
          + subscription("Line", "Ordered", "")
          + subscription("Line", "Copies", ", \"RawMessageDelivery\": true")
          + subscription("Hashed", "Copies", ", \"RawMessageDelivery\": true");

  private final ManualClock clock = new ManualClock();
  private Engines engines;
  private StackTemplate template;
  private SnsEndpoint endpoint;
  private SnsClient sns;

  @BeforeAll
  void start(@TempDir Path folder) {
    TestStack.in(folder).with(RESOURCES).write();
    engines = Engines.start(REGION);
    URI nowhere = URI.create("http://127.0.0.1:1");
    template =
        engines.create(
            new TemplateReader(folder).read("Test", REGION, engines.endpoints().sqs(), nowhere),
            Optional.empty());
    endpoint = SnsEndpoint.open(clock, UUID::randomUUID);
    endpoint.serve(template.topics(), engines.sqs());
    sns = SnsClients.of(endpoint.root());
  }

  @AfterAll
  void stop() {
    sns.close();
    endpoint.close();
    engines.close();
  }

  @AfterEach
  void emptyQueues() {
    engines
        .sqs()
        .listQueues()
        .queueUrls()
        .forEach(url -> engines.sqs().purgeQueue(it -> it.queueUrl(url)));
  }

  @Test
  void aQueueGetsTheNotificationThatSnsSends() {
    clock.set(Instant.parse("2026-01-02T03:04:05Z"));

    String id =
        publish(
                NEWS,
                it ->
                    it.subject("An order & more")
                        .message("{\"orderId\":\"O-1 + ö\"}")
                        .messageAttributes(
                            Map.of("tenant", text("String", "blue"), "bytes", bytes("ab"))))
            .messageId();

    Message message = only("Plain");
    assertThat(FunctionStandIn.json(message.body()))
        .isEqualTo(
            FunctionStandIn.json(
                """
                {"Type": "Notification", "MessageId": "%s",
                 "TopicArn": "arn:aws:sns:us-east-1:000000000000:Test-News",
                 "Subject": "An order & more", "Message": "{\\"orderId\\":\\"O-1 + ö\\"}",
                 "Timestamp": "2026-01-02T03:04:05.000Z",
                 "SignatureVersion": "1", "Signature": "bm90IHNpZ25lZA==",
                 "SigningCertURL": "https://sns.invalid/SimpleNotificationService.pem",
                 "UnsubscribeURL": "https://sns.invalid/?Action=Unsubscribe&SubscriptionArn=\
                arn:aws:sns:us-east-1:000000000000:Test-News:NewsToPlain",
                 "MessageAttributes": {"tenant": {"Type": "String", "Value": "blue"},
                   "bytes": {"Type": "Binary", "Value": "YWI="}}}
                """
                    .formatted(id)));
    assertThat(message.messageAttributes()).isEmpty();
  }

  @Test
  void aNotificationOfABareMessageNamesNeitherSubjectNorAttributes() {
    publish(NEWS, it -> it.message("m"));

    assertThat(names(FunctionStandIn.json(only("Plain").body())))
        .doesNotContain("Subject", "MessageAttributes", "SequenceNumber");
  }

  @Test
  void aRawMessageIsTheBodyAndHasTheAttributesAsItsOwn() {
    Map<String, MessageAttributeValue> sent =
        Map.of(
            "tenant", text("String", "blue"),
            "cents", text("Number", "995"),
            "tags", text("String.Array", "[\"a\"]"),
            "bytes", bytes("ab"));

    publish(NEWS, it -> it.message("{\"orderId\":\"O-1\"}").messageAttributes(sent));

    Message message = only("Raw");
    assertThat(message.body()).isEqualTo("{\"orderId\":\"O-1\"}");
    assertThat(message.messageAttributes())
        .usingRecursiveComparison()
        .ignoringFieldsMatchingRegexes(".*ListValues")
        .isEqualTo(sent);
  }

  @Test
  void aFilteredMessageDoesNotArrive() {
    publish(NEWS, it -> it.message("1").messageAttributes(Map.of("kind", text("String", "offer"))));
    publish(NEWS, it -> it.message("2").messageAttributes(Map.of("kind", text("String", "order"))));
    publish(NEWS, it -> it.message("3"));

    assertThat(FunctionStandIn.json(only("Picky").body()).path("Message").asText()).isEqualTo("2");
    assertThat(received("Plain")).hasSize(3);
    assertThat(received("Raw")).hasSize(3);
  }

  @Test
  void aFifoTopicKeepsOrderAndHandsOnGroupAndDeduplicationId() {
    publishAll(
        sns,
        LINE,
        IntStream.range(0, 10).mapToObj(at -> entry("e" + at, "line-" + at, "g" + at % 2)));
    publish(LINE, it -> it.message("last").messageGroupId("g1").messageDeduplicationId("d-last"));

    List<Message> messages = all("Ordered");
    assertThat(messages)
        .filteredOn(it -> group(it).equals("g0"))
        .extracting(SnsEndpointTest::published)
        .containsExactly("line-0", "line-2", "line-4", "line-6", "line-8");
    assertThat(messages)
        .filteredOn(it -> group(it).equals("g1"))
        .extracting(SnsEndpointTest::published)
        .containsExactly("line-1", "line-3", "line-5", "line-7", "line-9", "last");
    assertThat(messages)
        .filteredOn(it -> published(it).equals("last"))
        .singleElement()
        .extracting(it -> it.attributes().get(MessageSystemAttributeName.MESSAGE_DEDUPLICATION_ID))
        .isEqualTo("d-last");
    assertThat(all("Copies")).hasSize(11);
  }

  @Test
  void aNotificationOfAFifoTopicHasTheSequenceNumberOfTheAnswerAndNoSignature() {
    PublishResponse first =
        publish(LINE, it -> it.message("s1").messageGroupId("s").messageDeduplicationId("s1"));
    PublishResponse second =
        publish(LINE, it -> it.message("s2").messageGroupId("s").messageDeduplicationId("s2"));

    assertThat(first.sequenceNumber()).hasSize(20).isLessThan(second.sequenceNumber());
    assertThat(received("Ordered"))
        .extracting(it -> FunctionStandIn.json(it.body()).path("SequenceNumber").asText())
        .containsExactly(first.sequenceNumber(), second.sequenceNumber());
    publish(LINE, it -> it.message("s3").messageGroupId("s").messageDeduplicationId("s3"));
    assertThat(String.join(" ", names(FunctionStandIn.json(only("Ordered").body()))))
        .isEqualTo("Type MessageId SequenceNumber TopicArn Message Timestamp UnsubscribeURL");
  }

  /** A standard queue looks for no duplicates: what is missing there the topic has held back. */
  @Test
  void aDuplicateWithinFiveMinutesIsAnsweredAsTheFirstAndNotDelivered() {
    PublishResponse first = duplicate("g");
    clock.advance(Duration.ofMinutes(5).minusMillis(1));
    PublishResponse again = duplicate("another group");
    assertThat(List.of(again.messageId(), again.sequenceNumber()))
        .isEqualTo(List.of(first.messageId(), first.sequenceNumber()));
    assertThat(only("Copies").body()).isEqualTo("same");
    clock.advance(Duration.ofMillis(1));

    assertThat(duplicate("g").messageId()).isNotEqualTo(first.messageId());

    assertThat(only("Copies").body()).isEqualTo("same");
  }

  private PublishResponse duplicate(String group) {
    return publish(
        LINE, it -> it.message("same").messageGroupId(group).messageDeduplicationId("dup"));
  }

  @Test
  void withoutAnIdTheBodyIsItAndWithTheScopeOfAGroupEachGroupHasItsOwn() {
    publish(HASHED, it -> it.message("body").messageGroupId("g"));
    publish(
        HASHED,
        it ->
            it.message("body")
                .messageGroupId("g")
                .messageAttributes(Map.of("a", text("String", "b"))));
    publish(HASHED, it -> it.message("body").messageGroupId("h"));
    publish(HASHED, it -> it.message("else").messageGroupId("g"));

    assertThat(received("Copies"))
        .extracting(Message::body)
        .containsExactlyInAnyOrder("body", "body", "else");
  }

  @Test
  void aMessageOfAStandardTopicKeepsItsGroupForAFairQueue() {
    publish(NEWS, it -> it.message("m").messageGroupId("tenant"));

    assertThat(group(only("Plain"))).isEqualTo("tenant");
  }

  @Test
  void whatAQueueDoesNotTakeIsInTheDeadLetterQueueOfItsSubscription() {
    engines.sqs().deleteQueue(it -> it.queueUrl(url("Gone")));

    publish(ACCOUNT + "Test-Lost", it -> it.message("m"));

    assertThat(published(only("Letters"))).isEqualTo("m");
  }

  @Test
  void aRawQueueGetsNoMessageWithMoreAttributesThanAMessageOfSqsHas() {
    Map<String, MessageAttributeValue> eleven = new HashMap<>();
    IntStream.range(0, 11).forEach(at -> eleven.put("a" + at, text("String", "x")));

    publish(NEWS, it -> it.message("m").messageAttributes(eleven));

    assertThat(names(FunctionStandIn.json(only("Plain").body()).path("MessageAttributes")))
        .hasSize(11);
    assertThat(received("Raw")).isEmpty();
  }

  @Test
  void theTopicsAreListed() {
    assertThat(sns.listTopics().topics())
        .extracting(Topic::topicArn)
        .containsExactly(HASHED, LINE, ACCOUNT + "Test-Lost", NEWS);
  }

  @Test
  void aBatchAnswersEachEntryWithItsId() {
    assertThat(publishAll(sns, NEWS, Stream.of(entry("<a>", "1"), entry("b", "2"))).successful())
        .extracting(it -> it.id())
        .containsExactly("<a>", "b");
    assertThat(received("Plain")).extracting(SnsEndpointTest::published).containsExactly("1", "2");
  }

  static Stream<Arguments> refused() {
    return Stream.of(
        refused("NotFound", sns -> sns.publish(it -> it.topicArn(ACCOUNT + "no").message("m"))),
        invalid(it -> it.topicArn(NEWS).message("")),
        invalid(it -> it.phoneNumber("+1").message("m")),
        invalid(it -> it.topicArn(NEWS).message("{\"default\":\"m\"}").messageStructure("json")),
        invalid(it -> it.topicArn(NEWS).message("m").messageDeduplicationId("d")),
        invalid(it -> it.topicArn(LINE).message("m").messageDeduplicationId("d")),
        invalid(it -> it.topicArn(LINE).message("m").messageGroupId("g")),
        refused("ParameterValueInvalid", sns -> publishWith(sns, text("Number", "ten"))),
        refused("InvalidParameter", sns -> publishWith(sns, text("", "x"))),
        refused("InvalidParameter", sns -> publishWith(sns, text("String", ""))),
        refused(
            "TooManyEntriesInBatchRequest",
            sns ->
                publishAll(sns, NEWS, IntStream.range(0, 11).mapToObj(at -> entry("e" + at, "m")))),
        refused(
            "BatchEntryIdsNotDistinct",
            sns -> publishAll(sns, NEWS, Stream.of(entry("a", "m"), entry("a", "m")))),
        refused(
            "InvalidParameter",
            sns -> publishAll(sns, NEWS, Stream.of(entry("a", "m"), entry("b", "")))),
        refused("InvalidAction", sns -> sns.createTopic(it -> it.name("another"))));
  }

  @ParameterizedTest
  @MethodSource("refused")
  void whatSnsRefusesIsRefusedAndNothingOfItArrives(String code, Consumer<SnsClient> call) {
    assertThatThrownBy(() -> call.accept(sns))
        .isInstanceOfSatisfying(
            SnsException.class,
            it -> {
              assertThat(it.awsErrorDetails().errorCode()).isEqualTo(code);
              assertThat(it.awsErrorDetails().errorMessage()).isNotBlank();
              assertThat(it.requestId()).isNotBlank();
              assertThat(it.statusCode()).isEqualTo(code.equals("NotFound") ? 404 : 400);
            });
    assertThat(received("Plain")).isEmpty();
    assertThat(received("Ordered")).isEmpty();
  }

  private static Arguments refused(String code, Consumer<SnsClient> call) {
    return Arguments.of(code, call);
  }

  private static Arguments invalid(Consumer<PublishRequest.Builder> request) {
    return refused("InvalidParameter", sns -> sns.publish(request));
  }

  private static void publishWith(SnsClient sns, MessageAttributeValue attribute) {
    sns.publish(it -> it.topicArn(NEWS).message("m").messageAttributes(Map.of("a", attribute)));
  }

  private static PublishBatchResponse publishAll(
      SnsClient sns, String topic, Stream<PublishBatchRequestEntry> entries) {
    return sns.publishBatch(it -> it.topicArn(topic).publishBatchRequestEntries(entries.toList()));
  }

  private static PublishBatchRequestEntry entry(String id, String message) {
    return PublishBatchRequestEntry.builder().id(id).message(message).build();
  }

  private static PublishBatchRequestEntry entry(String id, String message, String group) {
    return PublishBatchRequestEntry.builder()
        .id(id)
        .message(message)
        .messageGroupId(group)
        .messageDeduplicationId(message)
        .build();
  }

  private PublishResponse publish(String topic, Consumer<PublishRequest.Builder> what) {
    return sns.publish(
        it -> {
          it.topicArn(topic);
          what.accept(it);
        });
  }

  private Message only(String queue) {
    List<Message> messages = received(queue);
    assertThat(messages).hasSize(1);
    return messages.getFirst();
  }

  private List<Message> all(String queue) {
    return Stream.generate(() -> received(queue))
        .takeWhile(messages -> !messages.isEmpty())
        .flatMap(List::stream)
        .toList();
  }

  /** Takes up to ten, and deletes them. */
  private List<Message> received(String queue) {
    List<Message> messages =
        engines
            .sqs()
            .receiveMessage(
                it ->
                    it.queueUrl(url(queue))
                        .maxNumberOfMessages(10)
                        .messageSystemAttributeNames(MessageSystemAttributeName.ALL)
                        .messageAttributeNames("All"))
            .messages();
    messages.forEach(
        message ->
            engines
                .sqs()
                .deleteMessage(
                    it -> it.queueUrl(url(queue)).receiptHandle(message.receiptHandle())));
    return messages;
  }

  private String url(String logicalId) {
    return template.queues().stream()
        .filter(it -> it.logicalId().equals(logicalId))
        .findFirst()
        .orElseThrow()
        .url();
  }

  private static List<String> names(JsonNode object) {
    return object.properties().stream().map(Map.Entry::getKey).toList();
  }

  private static String published(Message notification) {
    return FunctionStandIn.json(notification.body()).path("Message").asText();
  }

  private static String group(Message message) {
    return String.valueOf(message.attributes().get(MessageSystemAttributeName.MESSAGE_GROUP_ID));
  }

  private static MessageAttributeValue text(String type, String value) {
    return MessageAttributeValue.builder().dataType(type).stringValue(value).build();
  }

  private static MessageAttributeValue bytes(String value) {
    return MessageAttributeValue.builder()
        .dataType("Binary")
        .binaryValue(SdkBytes.fromString(value, UTF_8))
        .build();
  }

  private static String subscription(String topic, String queue, String further) {
    return """
    "%1$sTo%2$s": {"Type": "AWS::SNS::Subscription", "Properties": {"Protocol": "sqs",
      "TopicArn": {"Ref": "%1$s"}, "Endpoint": {"Fn::GetAtt": ["%2$s", "Arn"]}%3$s}},
    """
        .formatted(topic, queue, further);
  }
}
