package dev.effectivelyonce.cdk;

import static dev.effectivelyonce.cdk.TestStack.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awscdk.assertions.Match;
import software.amazon.awscdk.services.secretsmanager.ISecret;
import software.amazon.awscdk.services.secretsmanager.Secret;

class IdempotentRabbitMqConsumerTest extends StackTest {
  private static final String BROKER =
      "arn:aws:mq:eu-central-1:123456789012:broker:shop:b-9bcfa592-423a-4942-879d-eb284b418fc8";
  private static final String SECRET =
      "arn:aws:secretsmanager:eu-central-1:123456789012:secret:login-Ab12Cd";

  private ISecret login;

  @Override
  void fill() {
    login = Secret.fromSecretCompleteArn(test.stack(), "Login", SECRET);
    whole(test.rabbitMq("Orders")).build();
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
    assertThat(rights("OrdersRole"))
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
    assertThat(properties("OrdersFunction"))
        .contains(
            "EFFECTIVELY_ONCE_PARKING_QUEUE_URL={Ref=OrdersParkingQueue}",
            "EFFECTIVELY_ONCE_CONSUMER=Orders",
            // Two weeks in the queue, two in the parking queue, and a day more.
            "EFFECTIVELY_ONCE_RETENTION=PT696H",
            "EFFECTIVELY_ONCE_MAX_RECEIVE_COUNT=211");
  }

  @Test
  void parkedMessagesTheQueuesDepthAndTheBrokersDeadLettersRing() {
    assertThat(properties("OrdersParkedAlarm"))
        .contains("ApproximateNumberOfMessagesVisible", "Threshold=1", "#parked");
    assertThat(properties("OrdersQueueDepthAlarm"))
        .contains("MessageCount", "AWS/AmazonMQ", "Threshold=10000", "#stream-behind")
        .contains("Name=Broker, Value=shop", "Name=VirtualHost, Value=shop")
        .contains("Name=Queue, Value=orders}");
    assertThat(properties("OrdersDeadLetteredAlarm"))
        .contains("MessageCount", "Threshold=1,", "#parked", "Name=Queue, Value=orders.dead}");
    template.resourceCountIs("AWS::CloudWatch::Alarm", StreamAlarm.values().length - 2);
  }

  @Test
  void whatCanNotWorkIsRefusedWithTheRemedy() {
    assertRefused(refused(), "broker");
    assertRefused(refused().broker(RabbitMqBroker.amazonMq(BROKER, login)), "queue");
    assertRefused(
        whole(refused()).recordRetention(Duration.ofDays(27)), "shorter than queue and parking");
    RabbitMqBroker byName =
        RabbitMqBroker.amazonMq(BROKER, Secret.fromSecretNameV2(test.stack(), "ByName", "login"));
    assertRefused(whole(refused()).broker(byName), "without its full ARN");
    assertRefused(
        whole(refused()).queueRetention(Duration.ofDays(4000)), "no record is kept as long");
    assertRefused(whole(refused()).queueDepthAlarm(0), "queueDepthAlarm is 0");
    assertRefused(whole(refused()).outageTolerance(Duration.ofDays(15)), "1 s to queueRetention");
  }

  @Test
  void aQueueInWhichABatchCouldComeBackForEverOrBeDroppedIsRefused() {
    RabbitMqQueue orders = RabbitMqQueue.named("orders").deadLetterQueue("orders.dead");

    assertRefused(whole(refused()).queue(orders), "x-queue-type=quorum and x-delivery-limit");
    assertRefused(
        whole(refused()).queue(RabbitMqQueue.named("orders").quorum(60)), "x-dead-letter-exchange");
    assertRefused(
        whole(refused()).queue(orders.quorum(60).deadLetterQueue("orders")),
        "no dead-letter queue of its own");
    // RabbitMQ's own default.
    assertRefused(whole(refused()).queue(orders.quorum(20)), "a batch comes back up to 32 times");
    assertRefused(
        whole(refused()).queue(orders.quorum(60).virtualHost(" ")), "virtual host has no name");
    assertRefused(
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
