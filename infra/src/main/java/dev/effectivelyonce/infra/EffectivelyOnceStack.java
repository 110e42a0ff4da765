package dev.effectivelyonce.infra;

import dev.effectivelyonce.infra.consumer.IdempotencyTable;
import dev.effectivelyonce.infra.consumer.IdempotentConsumer;
import dev.effectivelyonce.infra.consumer.QueueKind;
import java.nio.file.Path;
import software.amazon.awscdk.CfnOutput;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.StackProps;
import software.amazon.awscdk.services.dynamodb.Attribute;
import software.amazon.awscdk.services.dynamodb.AttributeType;
import software.amazon.awscdk.services.dynamodb.BillingMode;
import software.amazon.awscdk.services.dynamodb.PointInTimeRecoverySpecification;
import software.amazon.awscdk.services.dynamodb.Table;
import software.amazon.awscdk.services.lambda.Code;
import software.constructs.Construct;

/** Orders from a standard queue and payments from a FIFO queue, each consumed once. */
public final class EffectivelyOnceStack extends Stack {
  private final Stage stage;
  private final Code code;
  private final IdempotencyTable records;

  /** Adds the stack of a stage, with the functions' packaged zip. */
  public EffectivelyOnceStack(Construct scope, Stage stage, Path functionsZip) {
    super(
        scope,
        stage.stackName(),
        StackProps.builder().description("Effectively Once, stage " + stage.name() + ".").build());
    this.stage = stage;
    this.code = Code.fromAsset(functionsZip.toString());
    this.records =
        IdempotencyTable.Builder.create(this, "Idempotency").lifecycle(stage.lifecycle()).build();
    output("IdempotencyTableName", records.table().getTableName());
    addOrders();
    addPayments();
  }

  private void addOrders() {
    Table orders = table("OrdersTable").partitionKey(string("orderId")).build();
    IdempotentConsumer consumer =
        consumer("Orders", "dev.effectivelyonce.functions.orders.OrdersHandler")
            .source(QueueKind.STANDARD)
            .environment("ORDERS_TABLE", orders.getTableName())
            .allow(orders.getTableArn(), "dynamodb:UpdateItem")
            .build();
    output("OrdersTableName", orders.getTableName());
    outputQueues("Orders", consumer);
  }

  private void addPayments() {
    Table accounts = table("AccountsTable").partitionKey(string("accountId")).build();
    Table ledger =
        table("LedgerTable").partitionKey(string("accountId")).sortKey(string("paymentId")).build();
    IdempotentConsumer consumer =
        consumer("Payments", "dev.effectivelyonce.functions.payments.PaymentsHandler")
            .source(QueueKind.FIFO)
            .environment("ACCOUNTS_TABLE", accounts.getTableName())
            .environment("LEDGER_TABLE", ledger.getTableName())
            .allow(accounts.getTableArn(), "dynamodb:UpdateItem")
            .allow(ledger.getTableArn(), "dynamodb:PutItem")
            .build();
    output("AccountsTableName", accounts.getTableName());
    output("LedgerTableName", ledger.getTableName());
    outputQueues("Payments", consumer);
  }

  private IdempotentConsumer.Builder consumer(String id, String handlerClass) {
    IdempotentConsumer.Builder builder =
        IdempotentConsumer.Builder.create(this, id)
            .code(code)
            .handler(handlerClass + "::handleRequest")
            .idempotencyTable(records.table())
            .timeout(stage.functionTimeout())
            .maxReceiveCount(stage.maxReceiveCount())
            .memoryMib(stage.memoryMib())
            .maximumConcurrency(stage.maximumConcurrency())
            .logRetention(stage.logRetention())
            .lifecycle(stage.lifecycle())
            // A run that died is repeated; HOLD where a second effect is worse than none.
            .environment("ON_ABANDONED_CLAIM", "RERUN");
    stage.environment().forEach(builder::environment);
    return builder;
  }

  private Table.Builder table(String id) {
    return Table.Builder.create(this, id)
        .billingMode(BillingMode.PAY_PER_REQUEST)
        .pointInTimeRecoverySpecification(
            PointInTimeRecoverySpecification.builder().pointInTimeRecoveryEnabled(true).build())
        .deletionProtection(stage.lifecycle().isProtected())
        .removalPolicy(stage.lifecycle().removalPolicy());
  }

  private static Attribute string(String name) {
    return Attribute.builder().name(name).type(AttributeType.STRING).build();
  }

  private void outputQueues(String consumerId, IdempotentConsumer consumer) {
    output(consumerId + "QueueUrl", consumer.queue().getQueueUrl());
    output(consumerId + "DeadLetterQueueUrl", consumer.deadLetterQueue().getQueueUrl());
  }

  private void output(String name, String value) {
    CfnOutput.Builder.create(this, name).value(value).build();
  }
}
