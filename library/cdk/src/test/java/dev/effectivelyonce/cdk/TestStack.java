package dev.effectivelyonce.cdk;

import static dev.effectivelyonce.cdk.TestApps.zip;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Path;
import java.util.List;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.services.cloudwatch.actions.SnsAction;
import software.amazon.awscdk.services.ec2.IVpc;
import software.amazon.awscdk.services.ec2.SecurityGroup;
import software.amazon.awscdk.services.ec2.Vpc;
import software.amazon.awscdk.services.ecs.ContainerImage;
import software.amazon.awscdk.services.kms.Key;
import software.amazon.awscdk.services.lambda.Code;
import software.amazon.awscdk.services.secretsmanager.ISecret;
import software.amazon.awscdk.services.secretsmanager.Secret;
import software.amazon.awscdk.services.sns.Topic;
import software.amazon.awscdk.services.sqs.Queue;

/** An empty stack, and a consumer that lacks nothing. */
record TestStack(Stack stack, Code code, IdempotencyTable table) {
  static final List<String> CLASSES =
      List.of(
          "shop.Handler",
          "shop.Orders",
          "shop.Shipments",
          "shop.Api",
          "shop.Replay",
          "shop.Unsettled",
          "com.example.Publisher",
          "com.example.Sweeper",
          "dev.effectivelyonce.outbox.OutboxPublisher",
          "dev.effectivelyonce.outbox.OutboxSweeper");

  static TestStack in(Path directory) {
    Stack stack = new Stack(TestApps.in(directory), "Shop");
    Code code = Code.fromAsset(zip(directory.resolve("functions.zip"), CLASSES).toString());
    return new TestStack(stack, code, IdempotencyTable.Builder.create(stack, "Records").build());
  }

  TestStack with(IdempotencyTable other) {
    return new TestStack(stack, code, other);
  }

  IdempotentConsumer.Builder consumer(String id) {
    return whole(IdempotentConsumer.Builder.create(stack, id), id);
  }

  IdempotentApi.Builder api(String id) {
    return whole(IdempotentApi.Builder.create(stack, id), id).handler("shop.Api::handleRequest");
  }

  EffectivelyOnceFunction.Builder function(String id) {
    return whole(EffectivelyOnceFunction.Builder.create(stack, id), id);
  }

  IdempotentStreamConsumer.Builder stream(String id) {
    return whole(IdempotentStreamConsumer.Builder.create(stack, id), id);
  }

  IdempotentKafkaConsumer.Builder kafka(String id) {
    return whole(IdempotentKafkaConsumer.Builder.create(stack, id), id);
  }

  IdempotentRabbitMqConsumer.Builder rabbitMq(String id) {
    return whole(IdempotentRabbitMqConsumer.Builder.create(stack, id), id);
  }

  DeadLetterReplay.Builder replay(String id) {
    return DeadLetterReplay.Builder.create(stack, id)
        .code(code)
        .handler("shop.Replay::handleRequest");
  }

  StuckRecordMonitor.Builder watch(String id) {
    return StuckRecordMonitor.Builder.create(stack, id)
        .code(code)
        .handler("shop.Unsettled::handleRequest");
  }

  /** Returns a service that lacks nothing but a VPC. */
  IdempotentWorkerService.Builder service(String id) {
    return IdempotentWorkerService.Builder.create(stack, id)
        .consumerName(id)
        .image(ContainerImage.fromRegistry("example.com/orders-worker:1"))
        .idempotencyTable(table.table());
  }

  private <B extends IdempotentFunctionBuilder<B>> B whole(B builder, String id) {
    return unstored(builder, id).idempotencyTable(table.table());
  }

  /** Returns a function that lacks nothing but a place for its records. */
  <B extends IdempotentFunctionBuilder<B>> B unstored(B builder, String id) {
    return builder.consumerName(id).code(code).handler("shop.Handler::handleRequest");
  }

  /** Returns a consumer of a queue that lacks nothing but a place for its records. */
  IdempotentConsumer.Builder unstoredConsumer(String id) {
    return unstored(IdempotentConsumer.Builder.create(stack, id), id);
  }

  /** Returns an API that lacks nothing but a place for its records, and a handler of its own. */
  IdempotentApi.Builder unstoredApi(String id, String name) {
    return unstored(IdempotentApi.Builder.create(stack, id), name);
  }

  Queue queue(String id) {
    return Queue.Builder.create(stack, id).build();
  }

  Vpc vpc(String id) {
    return Vpc.Builder.create(stack, id).build();
  }

  SecurityGroup group(String id, IVpc vpc) {
    return SecurityGroup.Builder.create(stack, id).vpc(vpc).build();
  }

  /** Returns a secret that is encrypted by a key of its own, which has the secret's id. */
  ISecret secret(String id) {
    return Secret.Builder.create(stack, id).encryptionKey(key(id + "Key")).build();
  }

  Key key(String id) {
    return Key.Builder.create(stack, id).build();
  }

  /** Returns an alarm's action, which tells a topic of this id. */
  SnsAction telling(String topic) {
    return new SnsAction(Topic.Builder.create(stack, topic).build());
  }

  /** Returns an id that nothing in the stack has. */
  String unique(String id) {
    return id + stack.getNode().getChildren().size();
  }

  /** Returns why a construct is refused. */
  static List<String> problems(ConstructBuilder<?> builder) {
    return catchThrowableOfType(InvalidConstructException.class, builder::build).problems();
  }

  /** Asserts that a construct is refused for these reasons alone, word for word. */
  static void assertProblems(ConstructBuilder<?> builder, String... problems) {
    assertThat(problems(builder)).containsExactly(problems);
  }

  /** Asserts that a construct is refused for one reason alone, which says all of this. */
  static void assertOneProblem(ConstructBuilder<?> builder, String... parts) {
    assertThat(problems(builder)).singleElement().asString().contains(parts);
  }

  static void assertRefused(ConstructBuilder<?> builder, String problem) {
    assertThat(catchThrowableOfType(InvalidConstructException.class, builder::build))
        .hasMessageContaining(problem);
  }
}
