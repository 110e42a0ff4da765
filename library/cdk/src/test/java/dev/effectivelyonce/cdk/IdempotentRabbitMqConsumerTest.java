package dev.effectivelyonce.cdk;

import static dev.effectivelyonce.cdk.TestStack.assertRefused;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import software.amazon.awscdk.services.secretsmanager.ISecret;
import software.amazon.awscdk.services.secretsmanager.Secret;

class IdempotentRabbitMqConsumerTest extends GoldenStackTest {
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
