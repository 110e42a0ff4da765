package dev.effectivelyonce.cdk;

import dev.effectivelyonce.core.engine.ConsumerMode;
import dev.effectivelyonce.core.store.Listing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.assertions.Template;
import software.amazon.awscdk.services.cloudwatch.actions.SnsAction;
import software.amazon.awscdk.services.kms.IKey;
import software.amazon.awscdk.services.kms.Key;
import software.amazon.awscdk.services.lambda.Architecture;
import software.amazon.awscdk.services.lambda.Runtime;
import software.amazon.awscdk.services.logs.RetentionDays;
import software.amazon.awscdk.services.sns.Topic;

/**
 * Synthesizes what {@code deploy/sam}, {@code deploy/terraform} and {@code deploy/cdk} have to make
 * too, and writes down what the last one has to refuse. {@code build/deploy/run} compares them with
 * it, case by case.
 */
@Tag("full")
class DeployTemplatesTest {
  /** The values of the inputs {@code TimeoutSeconds} and {@code SourceRetentionDays} of SAM. */
  private static final Map<Integer, Integer> DAYS_OF_SECONDS =
      Map.of(10, 1, 15, 2, 60, 7, 120, 10, 300, 12, 900, 14);

  private static final Path DIRECTORY = Path.of("target/deploy");

  private final TestStack test = TestStack.in(DIRECTORY);

  @Test
  void whatTheTemplatesAreComparedWithIsSynthesized() throws IOException {
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
    IdempotencyTable discarded =
        IdempotencyTable.Builder.create(stack, "Discarded")
            .lifecycle(DataLifecycle.DISCARD)
            .build();
    test.with(discarded)
        .consumer("Discarding")
        .lifecycle(DataLifecycle.DISCARD)
        .queueName("discarding")
        .maxReceiveCount(25)
        .runtime(Runtime.JAVA_21)
        .build();
    test.consumer("Owning")
        .encryptionKey(test.key("OwnKey"))
        .heartbeat(Duration.ofMillis(90_100))
        .outageTolerance(Duration.ofMillis(1_500_003))
        .build();

    Files.write(DIRECTORY.resolve("refusals.txt"), refused().flatMap(List::stream).toList());
    // Template.fromStack writes target/deploy/cdk.out/Shop.template.json.
    Template.fromStack(stack).resourceCountIs("AWS::Lambda::EventSourceMapping", 13);
  }

  /** Returns what each wrong setting is refused for, behind the name of its case. */
  private Stream<List<String>> refused() {
    return Stream.of(
        refused("name", it -> it.consumerName("the orders")),
        refused("sameName", it -> it.consumerName("orders")),
        refused("timeout", it -> it.timeout(Duration.ofMillis(1500))),
        refused("longTimeout", it -> it.timeout(Duration.ofSeconds(901))),
        refused("heartbeat", it -> it.heartbeat(Duration.ofMinutes(16))),
        refused("throughput", it -> it.fifoThroughput(FifoThroughput.PER_QUEUE)),
        refused("queueName", it -> it.queueName("orders.fifo")),
        refused("reserved", it -> it.reservedConcurrency(2).maximumConcurrency(3)),
        refused("noConcurrency", it -> it.reservedConcurrency(0)),
        refused("oneReceive", it -> it.maxReceiveCount(1)),
        refused("noReceive", it -> it.maxReceiveCount(0)),
        refused("manyReceives", it -> it.maxReceiveCount(1001)),
        refused("fewReceives", it -> it.maxReceiveCount(5)),
        refused(
            "noReceivesEnough",
            it ->
                it.visibilityTimeout(Duration.ofSeconds(6))
                    .timeout(Duration.ofSeconds(1))
                    .outageTolerance(Duration.ofHours(30))),
        refused("visibility", it -> it.visibilityTimeout(Duration.ofSeconds(179))),
        refused(
            "visibilityOfWindow",
            it ->
                it.visibilityTimeout(Duration.ofSeconds(199))
                    .batchingWindow(Duration.ofSeconds(20))),
        refused("longVisibility", it -> it.visibilityTimeout(Duration.ofSeconds(43_201))),
        refused(
            "sourceRetention",
            it ->
                it.sourceRetention(Duration.ofSeconds(59))
                    .deadLetterRetention(Duration.ofDays(1))
                    .outageTolerance(Duration.ofSeconds(20))),
        refused("oddRetention", it -> it.sourceRetention(Duration.ofMillis(345_600_001))),
        refused("deadLetterRetention", it -> it.deadLetterRetention(Duration.ofDays(15))),
        refused("shortDeadLetters", it -> it.deadLetterRetention(Duration.ofDays(3))),
        refused("recordRetention", it -> it.recordRetention(Duration.ofDays(17))),
        refused("backoff", it -> it.backoff(Duration.ofMillis(999), Duration.ofMinutes(5))),
        refused("backoffOrder", it -> it.backoff(Duration.ofMinutes(6), Duration.ofMinutes(5))),
        refused("outage", it -> it.outageTolerance(Duration.ofHours(49))),
        refused("batch", it -> it.batchSize(0)),
        refused("batchTooLarge", it -> it.batchSize(10_001)),
        refused("batchWithoutWindow", it -> it.batchSize(11)),
        refused("batchOfFifo", it -> it.batchSize(11).source(QueueKind.FIFO)),
        refused(
            "windowOfFifo", it -> it.batchingWindow(Duration.ofSeconds(1)).source(QueueKind.FIFO)),
        refused("window", it -> it.batchingWindow(Duration.ofSeconds(301))),
        refused("concurrency", it -> it.maximumConcurrency(1)),
        refused("runtime", it -> it.runtime(Runtime.JAVA_17)),
        refused("environment", it -> it.environment("EFFECTIVELY_ONCE_MODE", "OBSERVE")),
        refused("wildcard", it -> it.allow("arn:aws:s3:::invoices/new", "s3:*")),
        refused("questionMark", it -> it.allow("arn:aws:s3:::invoices/new", "s3:PutObjec?")),
        refused("noAction", it -> it.allow("arn:aws:s3:::invoices/new")),
        refused("everything", it -> it.allow("*", "s3:PutObject")),
        refused("two", it -> it.batchSize(0).maximumConcurrency(1)));
  }

  private List<String> refused(String id, UnaryOperator<IdempotentConsumer.Builder> settings) {
    return TestStack.problems(settings.apply(test.consumer("Refused-" + id))).stream()
        .map(it -> id + ": " + it)
        .toList();
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
