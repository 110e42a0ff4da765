package dev.effectivelyonce.local.template;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.effectivelyonce.local.fixture.TestStack;
import dev.effectivelyonce.local.template.SubscriptionResource.Form;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SnsParserTest {
  private static final String TOPICS =
      """
      "News": {"Type": "AWS::SNS::Topic", "Properties": {"TopicName": "daily-news"}},
      "Line": {"Type": "AWS::SNS::Topic", "Properties": {
        "FifoTopic": true, "ContentBasedDeduplication": true, "FifoThroughputScope": "MessageGroup"}},
      "Copies": {"Type": "AWS::SQS::Queue"},
      """;

  private static final String OF_NEWS =
      """
      "Protocol": "sqs", "TopicArn": {"Ref": "News"}, "Endpoint": {"Fn::GetAtt": ["Copies", "Arn"]}
      """;

  private static final String OF_LINE =
      """
      "Protocol": "sqs", "TopicArn": {"Ref": "Line"}, "Endpoint": {"Fn::GetAtt": ["Source", "Arn"]}
      """;

  @TempDir private Path folder = Path.of("");

  @Test
  void aTopicHasItsArnAndWhatDecidesAboutItsDuplicates() {
    assertThat(read("").topics())
        .containsExactly(
            new TopicResource("arn:aws:sns:eu-west-1:000000000000:daily-news", Map.of(), List.of()),
            new TopicResource(
                "arn:aws:sns:eu-west-1:000000000000:Test-Line.fifo",
                Map.of("ContentBasedDeduplication", "true", "FifoThroughputScope", "MessageGroup"),
                List.of()));
  }

  @Test
  void aSubscriptionOfAQueueBelongsToItsTopicWithAllItsProperties() {
    StackTemplate read =
        read(
            subscription(
                OF_LINE
                    + """
                    , "RawMessageDelivery": true,
                    "FilterPolicyScope": "MessageBody", "FilterPolicy": {"order": {"kind": ["new"]}},
                    "RedrivePolicy": {"deadLetterTargetArn": {"Fn::GetAtt": ["Dead", "Arn"]}}
                    """));

    assertThat(read.topics().getFirst().subscriptions()).isEmpty();
    assertThat(read.topics().getLast().subscriptions())
        .containsExactly(
            new SubscriptionResource(
                "arn:aws:sns:eu-west-1:000000000000:Test-Line.fifo:It",
                queue(read, "Source"),
                Form.RAW,
                Optional.of(
                    new FilterPolicy(FilterPolicy.Scope.BODY, "{\"order\":{\"kind\":[\"new\"]}}")),
                Optional.of(queue(read, "Dead"))));
    assertThat(read.passedOver()).isEmpty();
  }

  @Test
  void withoutThosePropertiesItGetsAllAsNotifications() {
    assertThat(read(subscription(OF_NEWS + ", \"FilterPolicy\": {}")).topics())
        .first()
        .satisfies(
            topic ->
                assertThat(topic.subscriptions())
                    .singleElement()
                    .satisfies(
                        it -> {
                          assertThat(it.form()).isEqualTo(Form.NOTIFICATION);
                          assertThat(it.filter()).isEmpty();
                          assertThat(it.deadLetters()).isEmpty();
                        }));
  }

  @Test
  void aSubscriptionWithinItsTopicIsPassedOverAndNamed() {
    StackTemplate read =
        read(
            """
            "Own": {"Type": "AWS::SNS::Topic", "Properties": {"Subscription": [
              {"Protocol": "sqs", "Endpoint": {"Fn::GetAtt": ["Copies", "Arn"]}}]}},
            """);

    assertThat(read.topics()).hasSize(3);
    assertThat(read.passedOver())
        .containsExactly("AWS::SNS::Topic Own: Subscription, if it is no own resource");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          "Protocol": "lambda", "TopicArn": {"Ref": "News"} | Protocol is lambda
          "Protocol": "sqs", "TopicArn": "arn:aws:sns:eu-west-1:1:far" \
          | TopicArn is no topic of this stack: arn:aws:sns:eu-west-1:1:far
          "Protocol": "sqs", "TopicArn": {"Fn::ImportValue": "far"} | TopicArn Fn::ImportValue is not known here
          "Protocol": "sqs", "TopicArn": {"Ref": "News"}, "Endpoint": "arn:aws:sqs:eu-west-1:1:far" \
          | Endpoint is no queue of this stack: arn:aws:sqs:eu-west-1:1:far
          """)
  void whatIsNoSubscriptionOfAQueueHereIsPassedOverAndNamedWithWhy(String its, String why) {
    StackTemplate read = read(subscription(its));

    assertThat(read.topics()).allSatisfy(it -> assertThat(it.subscriptions()).isEmpty());
    assertThat(read.passedOver())
        .singleElement()
        .asString()
        .startsWith("AWS::SNS::Subscription It: " + why);
  }

  @Test
  void policiesOfTopicsAndQueuesAreNeitherNeededNorNamed() {
    assertThat(
            read("""
            "MayPublish": {"Type": "AWS::SNS::TopicPolicy", "Properties": {"Topics": [{"Ref": "News"}]}},
            "MaySend": {"Type": "AWS::SQS::QueuePolicy", "Properties": {"Queues": [{"Ref": "Copies"}]}},
            """)
                .passedOver())
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          "FilterPolicy": {"a": [{"like": "b"}]}         | FilterPolicy | Unrecognized match type like
          "FilterPolicy": {"a": [{"numeric": ["~", 1]}]} | FilterPolicy | Unrecognized numeric range operator: ~
          "FilterPolicy": {"a": "b"}                     | FilterPolicy | "a" must be an object or an array
          "FilterPolicy": "a"                            | FilterPolicy | not an object
          "FilterPolicy": {"a": {"b": ["c"]}}            | FilterPolicy | is nested
          "RedrivePolicy": {"deadLetterTargetArn": "x"}  | RedrivePolicy.deadLetterTargetArn | is no queue
          """)
  void whatItCannotFollowIsRefused(String property, String where, String problem) {
    assertThatThrownBy(() -> read(subscription(OF_NEWS + ", " + property)))
        .isInstanceOf(TemplateException.class)
        .hasMessageContainingAll("resource It", "property " + where, problem);
  }

  @Test
  void aFifoQueueOfAStandardTopicIsRefusedAsOnAws() {
    assertThatThrownBy(() -> read(subscription(OF_LINE.replace("Line", "News"))))
        .isInstanceOf(TemplateException.class)
        .hasMessageContainingAll("property Endpoint", "which only a FIFO topic can have");
  }

  private StackTemplate read(String further) {
    return TestStack.in(folder).with(TOPICS + further).read("", "");
  }

  private static String subscription(String properties) {
    return "\"It\": {\"Type\": \"AWS::SNS::Subscription\", \"Properties\": {" + properties + "}},";
  }

  private static QueueResource queue(StackTemplate template, String logicalId) {
    return template.queues().stream()
        .filter(it -> it.logicalId().equals(logicalId))
        .findFirst()
        .orElseThrow();
  }
}
