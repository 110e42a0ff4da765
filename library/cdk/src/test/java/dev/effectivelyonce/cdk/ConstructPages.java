package dev.effectivelyonce.cdk;

import java.util.List;
import java.util.Locale;
import software.amazon.awscdk.App;
import software.amazon.awscdk.CfnOutput;
import software.amazon.awscdk.Duration;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.services.cloudwatch.actions.SnsAction;
import software.amazon.awscdk.services.ec2.SecurityGroup;
import software.amazon.awscdk.services.ec2.Vpc;
import software.amazon.awscdk.services.ecr.IRepository;
import software.amazon.awscdk.services.ecr.Repository;
import software.amazon.awscdk.services.ecs.ContainerImage;
import software.amazon.awscdk.services.events.EventBus;
import software.amazon.awscdk.services.events.Rule;
import software.amazon.awscdk.services.events.Schedule;
import software.amazon.awscdk.services.events.targets.LambdaFunction;
import software.amazon.awscdk.services.kinesis.Stream;
import software.amazon.awscdk.services.lambda.Code;
import software.amazon.awscdk.services.sns.Topic;
import software.amazon.awscdk.services.sqs.Queue;

/** The single constructs that pages show, such as docs/any-function.md and docs/your-stack.md. */
final class ConstructPages extends Stack {
  static final List<String> HANDLERS =
      List.of(
          "shop.Bookings",
          "shop.Closing",
          "shop.Clicks",
          "shop.Orders",
          "shop.Payments",
          "shop.Mails",
          "shop.Sales",
          "shop.UnsettledHandler",
          "dev.effectivelyonce.outbox.OutboxPublisher",
          "dev.effectivelyonce.outbox.OutboxSweeper");

  private final Code code;
  private final IdempotencyTable records = IdempotencyTable.Builder.create(this, "Records").build();

  ConstructPages(App app, Code code) {
    super(app, "Pages");
    this.code = code;
    closing();
    outputs(this);
    clicks(Stream.Builder.create(this, "ClicksStream").build());
    oneAlarm();
    outbox(
        Queue.Builder.create(this, "Fulfilment").build(),
        EventBus.Builder.create(this, "Audit").build());
    Vpc vpc = Vpc.Builder.create(this, "Vpc").build();
    inRedis("arn:aws:memorydb:eu-central-1:123456789012:cluster/records", vpc);
    worker(Repository.fromRepositoryName(this, "Images", "orders-worker"), vpc);
  }

  private void worker(IRepository images, Vpc vpc) {
    IdempotentWorkerService.Builder.create(this, "Shipping")
        .consumerName("shipping")
        .image(ContainerImage.fromEcrRepository(images, "1.4.2"))
        .vpc(vpc)
        .idempotencyTable(records.table())
        .tasks(1, 10)
        .backlogPerTask(500)
        .healthPort(8080)
        .build();
  }

  private void closing() {
    EffectivelyOnceFunction closing =
        EffectivelyOnceFunction.Builder.create(this, "Closing")
            .consumerName("closing")
            .code(code)
            .handler("shop.Closing::handleRequest")
            .idempotencyTable(records.table())
            .build();
    Rule.Builder.create(this, "Nightly")
        .schedule(Schedule.rate(Duration.days(1)))
        .targets(
            List.of(
                LambdaFunction.Builder.create(closing.alias())
                    .deadLetterQueue(closing.onFailureQueue())
                    .build()))
        .build();
  }

  private IdempotentConsumer consumer(String id) {
    return IdempotentConsumer.Builder.create(this, id)
        .consumerName(id.toLowerCase(Locale.ROOT))
        .source(QueueKind.STANDARD)
        .code(code)
        .handler("shop." + id + "::handleRequest")
        .idempotencyTable(records.table())
        .build();
  }

  private void outputs(Stack stack) {
    IdempotentConsumer bookings = consumer("Bookings");
    CfnOutput.Builder.create(stack, "QueueUrl").value(bookings.queue().getQueueUrl()).build();
    CfnOutput.Builder.create(stack, "RecordsTable").value(records.table().getTableName()).build();
  }

  private void clicks(Stream stream) {
    IdempotentStreamConsumer.Builder.create(this, "Clicks").consumerName("clicks").stream(
            stream) // or tableStream(table)
        .code(code)
        .handler("shop.Clicks::handleRequest")
        .idempotencyTable(records.table())
        .build();
  }

  private void oneAlarm() {
    Topic onCall = Topic.Builder.create(this, "OnCall").build();
    IdempotentConsumer orders = consumer("Orders");
    IdempotentApi payments =
        IdempotentApi.Builder.create(this, "Payments")
            .consumerName("payments")
            .code(code)
            .handler("shop.Payments::handleRequest")
            .idempotencyTable(records.table())
            .build();
    StoreAwayAlarm.Builder.create(this, "StoreAway")
        .consumer(orders)
        .api(payments)
        .pageAction(new SnsAction(onCall))
        .build();
  }

  private void outbox(Queue fulfilment, EventBus audit) {
    TransactionalOutbox outbox =
        TransactionalOutbox.Builder.create(this, "Outbox")
            .code(code)
            .destination("fulfilment", fulfilment)
            .destination("audit", audit)
            .build();
    IdempotentConsumer sales =
        IdempotentConsumer.Builder.create(this, "Sales")
            .consumerName("sales")
            .source(QueueKind.STANDARD)
            .code(code)
            .handler("shop.Sales::handleRequest")
            .idempotencyTable(records.table())
            .allow(outbox.table().getTableArn(), "dynamodb:PutItem")
            .environment("OUTBOX_TABLE", outbox.table().getTableName())
            .build();
    StuckRecordMonitor.Builder.create(this, "Unsettled")
        .code(code)
        .handler("shop.UnsettledHandler::handleRequest")
        .consumer(sales)
        .outbox(outbox)
        .build();
  }

  private void inRedis(String clusterArn, Vpc vpc) {
    SecurityGroup serverGroup = SecurityGroup.Builder.create(this, "Server").vpc(vpc).build();
    IdempotentConsumer.Builder.create(this, "Mails")
        .consumerName("mails")
        .source(QueueKind.STANDARD)
        .code(code)
        .handler("shop.Mails::handleRequest")
        .redis(
            RedisEndpoint.at("records.example.com", 6379)
                .admittedBy(serverGroup)
                .withMemoryDbToken("orders", clusterArn))
        .vpc(vpc)
        .build();
  }
}
