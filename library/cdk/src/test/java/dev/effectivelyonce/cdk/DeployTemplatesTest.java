package dev.effectivelyonce.cdk;

import dev.effectivelyonce.core.engine.ConsumerMode;
import dev.effectivelyonce.core.store.Listing;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.assertions.Template;
import software.amazon.awscdk.services.cloudwatch.actions.SnsAction;
import software.amazon.awscdk.services.kms.IKey;
import software.amazon.awscdk.services.kms.Key;
import software.amazon.awscdk.services.lambda.Architecture;
import software.amazon.awscdk.services.logs.RetentionDays;
import software.amazon.awscdk.services.sns.Topic;

/**
 * Synthesizes what {@code deploy/sam} and {@code deploy/terraform} have to make too. {@code
 * build/deploy/run} compares them with it, case by case.
 */
@Tag("full")
class DeployTemplatesTest {
  /** The values of the inputs {@code TimeoutSeconds} and {@code SourceRetentionDays} of SAM. */
  private static final Map<Integer, Integer> DAYS_OF_SECONDS =
      Map.of(10, 1, 15, 2, 60, 7, 120, 10, 300, 12, 900, 14);

  private final TestStack test = TestStack.in(Path.of("target/deploy"));

  @Test
  void whatTheTemplatesAreComparedWithIsSynthesized() {
    test.consumer("Standard").consumerName("orders").build();
    test.consumer("Fifo").consumerName("orders-fifo").source(QueueKind.FIFO).build();
    DAYS_OF_SECONDS.forEach(
        (seconds, days) ->
            test.consumer("Seconds" + seconds)
                .timeout(Duration.ofSeconds(seconds))
                .sourceRetention(Duration.ofDays(days))
                .build());
    Stack stack = test.stack();
    IKey key = Key.fromKeyArn(stack, "Key", "arn:aws:kms:us-east-1:111122223333:key/shop");
    IdempotencyTable encrypted =
        IdempotencyTable.Builder.create(stack, "Encrypted").encryptionKey(key).build();
    encrypted(test.with(encrypted).consumer("Encrypting"), key).build();
    encrypted(test.with(encrypted).consumer("Tuned"), key)
        .timeout(Duration.ofSeconds(20))
        .visibilityTimeout(Duration.ofSeconds(200))
        .sourceRetention(Duration.ofDays(1))
        .deadLetterRetention(Duration.ofDays(2))
        .recordRetention(Duration.ofDays(30))
        .outageTolerance(Duration.ofMinutes(5))
        .backoff(Duration.ofSeconds(4), Duration.ofSeconds(20))
        .oldestMessageAlarm(Duration.ofMinutes(10))
        .heartbeat(Duration.ofMinutes(1))
        .reservedConcurrency(9)
        .build();
    test.consumer("Gathering")
        .batchSize(100)
        .batchingWindow(Duration.ofSeconds(20))
        .timeout(Duration.ofSeconds(5))
        .build();

    // Template.fromStack writes target/deploy/cdk.out/Shop.template.json.
    Template.fromStack(stack).resourceCountIs("AWS::Lambda::EventSourceMapping", 11);
  }

  private IdempotentConsumer.Builder encrypted(IdempotentConsumer.Builder consumer, IKey key) {
    return consumer
        .source(QueueKind.FIFO)
        .fifoThroughput(FifoThroughput.PER_MESSAGE_GROUP)
        .memoryMib(512)
        .architecture(Architecture.X86_64)
        .batchSize(5)
        .maximumConcurrency(7)
        .mode(ConsumerMode.OBSERVE)
        .listing(Listing.OPEN)
        .logRetention(RetentionDays.ONE_WEEK)
        .runbook("https://wiki.example.com/runbook")
        .environment("GREETING", "hello")
        .allow("arn:aws:s3:::invoices/new", "s3:PutObject")
        .pageAction(action("Pages"))
        .ticketAction(action("Tickets"))
        .encryptionKey(key);
  }

  private SnsAction action(String topic) {
    String arn = "arn:aws:sns:us-east-1:111122223333:" + topic;
    return new SnsAction(Topic.fromTopicArn(test.stack(), test.unique(topic), arn));
  }
}
