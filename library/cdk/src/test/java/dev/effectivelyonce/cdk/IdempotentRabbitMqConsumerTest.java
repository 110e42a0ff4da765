package dev.effectivelyonce.cdk;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awscdk.assertions.Match;
import software.amazon.awscdk.assertions.Template;
import software.amazon.awscdk.services.secretsmanager.ISecret;
import software.amazon.awscdk.services.secretsmanager.Secret;

@TestInstance(Lifecycle.PER_CLASS)
class IdempotentRabbitMqConsumerTest {
  private static final String BROKER =
      "arn:aws:mq:eu-central-1:123456789012:broker:shop:b-9bcfa592-423a-4942-879d-eb284b418fc8";
  private static final String SECRET =
      "arn:aws:secretsmanager:eu-central-1:123456789012:secret:login-Ab12Cd";

  private TestStack test;
  private ISecret login;
  private Template template;

  @BeforeAll
  void synthesize(@TempDir Path directory) {
    test = TestStack.in(directory);
    login = Secret.fromSecretCompleteArn(test.stack(), "Login", SECRET);
    whole(test.rabbitMq("Orders")).build();
    template = Template.fromStack(test.stack());
  }

  @Test
  void theMappingReadsOneQueueAndHasNothingThatAmazonMqDoesNotTake() {
    template.hasResourceProperties(
        "AWS::Lambda::EventSourceMapping",
        Map.ofEntries(
            Map.entry("EventSourceArn", BROKER),
            Map.entry("Queues", List.of("orders")),
            Map.entry("FunctionName", Map.of("Ref", Match.stringLikeRegexp("^OrdersLive"))),
            Map.entry("BatchSize", 100),
            Map.entry("MaximumBatchingWindowInSeconds", 0),
            Map.entry(
                "SourceAccessConfigurations",
                List.of(
                    Map.of("Type", "BASIC_AUTH", "URI", SECRET),
                    Map.of("Type", "VIRTUAL_HOST", "URI", "shop"))),
            Map.entry("StartingPosition", Match.absent()),
            Map.entry("FunctionResponseTypes", Match.absent()),
            Map.entry("BisectBatchOnFunctionError", Match.absent()),
            Map.entry("MaximumRecordAgeInSeconds", Match.absent()),
            Map.entry("MaximumRetryAttempts", Match.absent()),
            Map.entry("DestinationConfig", Match.absent())));
  }

  @Test
  void itMayReadItsBrokersSecretKeepRecordsAndPark() {
    assertThat(TemplateReader.rights(template, "OrdersRole"))
        .contains(
            "RecordsTable dynamodb:PutItem",
            "OrdersParkingQueue sqs:SendMessage",
            BROKER + " mq:DescribeBroker",
            SECRET + " secretsmanager:GetSecretValue",
            "* ec2:CreateNetworkInterface",
            "* ec2:DeleteNetworkInterface",
            "* ec2:DescribeNetworkInterfaces",
            "* ec2:DescribeSecurityGroups",
            "* ec2:DescribeSubnets",
            "* ec2:DescribeVpcs")
        .noneMatch(it -> it.contains("kafka"));
  }

  @Test
  void theFunctionGetsWhatFollowsFromItsSettings() {
    assertThat(TemplateReader.properties(template, "OrdersFunction"))
        .contains(
            "EFFECTIVELY_ONCE_PARKING_QUEUE_URL={Ref=OrdersParkingQueue}",
            "EFFECTIVELY_ONCE_CONSUMER=Orders",
            // Two weeks in the queue, two in the parking queue, and a day more.
            "EFFECTIVELY_ONCE_RETENTION=PT696H",
            "EFFECTIVELY_ONCE_MAX_RECEIVE_COUNT=211");
  }

  @Test
  void parkedMessagesTheQueuesDepthAndTheBrokersDeadLettersRing() {
    assertThat(TemplateReader.properties(template, "OrdersParkedAlarm"))
        .contains("ApproximateNumberOfMessagesVisible", "Threshold=1", "#parked");
    assertThat(TemplateReader.properties(template, "OrdersQueueDepthAlarm"))
        .contains("MessageCount", "AWS/AmazonMQ", "Threshold=10000", "#stream-behind")
        .contains("Name=Broker, Value=shop", "Name=VirtualHost, Value=shop")
        .contains("Name=Queue, Value=orders}");
    assertThat(TemplateReader.properties(template, "OrdersDeadLetteredAlarm"))
        .contains("MessageCount", "Threshold=1,", "#parked", "Name=Queue, Value=orders.dead}");
    template.resourceCountIs("AWS::CloudWatch::Alarm", StreamAlarm.values().length - 2);
  }

  @Test
  void whatCanNotWorkIsRefusedWithTheRemedy() {
    TestStack.assertRefused(refused(), "broker");
    TestStack.assertRefused(refused().broker(RabbitMqBroker.amazonMq(BROKER, login)), "queue");
    TestStack.assertRefused(
        whole(refused()).recordRetention(Duration.ofDays(27)), "shorter than queue and parking");
    RabbitMqBroker byName =
        RabbitMqBroker.amazonMq(BROKER, Secret.fromSecretNameV2(test.stack(), "ByName", "login"));
    TestStack.assertRefused(whole(refused()).broker(byName), "without its full ARN");
    TestStack.assertRefused(
        whole(refused()).queueRetention(Duration.ofDays(4000)), "no record is kept as long");
    TestStack.assertRefused(whole(refused()).queueDepthAlarm(0), "queueDepthAlarm is 0");
    TestStack.assertRefused(
        whole(refused()).outageTolerance(Duration.ofDays(15)), "1 s to queueRetention");
  }

  @Test
  void aQueueInWhichABatchCouldComeBackForEverOrBeDroppedIsRefused() {
    RabbitMqQueue orders = RabbitMqQueue.named("orders").deadLetterQueue("orders.dead");

    TestStack.assertRefused(
        whole(refused()).queue(orders), "x-queue-type=quorum and x-delivery-limit");
    TestStack.assertRefused(
        whole(refused()).queue(RabbitMqQueue.named("orders").quorum(60)), "x-dead-letter-exchange");
    TestStack.assertRefused(
        whole(refused()).queue(orders.quorum(60).deadLetterQueue("orders")),
        "no dead-letter queue of its own");
    // RabbitMQ's own default.
    TestStack.assertRefused(
        whole(refused()).queue(orders.quorum(20)), "a batch comes back up to 32 times");
    TestStack.assertRefused(
        whole(refused()).queue(orders.quorum(60).virtualHost(" ")), "virtual host has no name");
    TestStack.assertRefused(
        whole(refused()).queue(RabbitMqQueue.named("").quorum(60).deadLetterQueue("d")),
        "Name one of 1 to 255");
  }

  private IdempotentRabbitMqConsumer.Builder whole(IdempotentRabbitMqConsumer.Builder builder) {
    return builder
        .broker(RabbitMqBroker.amazonMq(BROKER, login))
        .queue(
            RabbitMqQueue.named("orders")
                .virtualHost("shop")
                .quorum(60)
                .deadLetterQueue("orders.dead"));
  }

  private IdempotentRabbitMqConsumer.Builder refused() {
    return test.rabbitMq(test.unique("Refused"));
  }
}
