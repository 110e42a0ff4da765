package dev.effectivelyonce.infra;

import dev.effectivelyonce.cdk.IdempotentRabbitMqConsumer;
import dev.effectivelyonce.cdk.RabbitMqBroker;
import dev.effectivelyonce.cdk.RabbitMqQueue;
import java.nio.file.Path;
import software.amazon.awscdk.services.dynamodb.Table;
import software.amazon.awscdk.services.secretsmanager.Secret;
import software.constructs.Construct;

/**
 * Invoices from a queue of RabbitMQ, each consumed once. It is a stack of its own, which shares
 * nothing: a broker is nothing that the other ones could make, and not everybody has one.
 */
public final class InvoicesStack extends SampleStack {
  /** In an outage of half an hour a batch comes back 65 times to a function of 30 seconds. */
  private static final int DELIVERY_LIMIT = 100;

  /**
   * Adds the stack of a deployment.
   *
   * @param broker has the queues {@code invoices} and {@code invoices.dead}
   * @param functions the zip of the functions
   */
  public InvoicesStack(
      Construct scope, Deployment deployment, Deployment.Broker broker, Path functions) {
    super(
        scope,
        deployment.stage().stackName() + "-invoices",
        "Effectively Once, invoices from RabbitMQ, stage " + deployment.stage().name() + ".",
        deployment,
        functions);
    Table balances = table("BalancesTable").partitionKey(string("customerId")).build();
    IdempotentRabbitMqConsumer consumer =
        idempotent(IdempotentRabbitMqConsumer.Builder.create(this, "Invoices"))
            .idempotencyTable(records.table())
            .consumerName("invoices")
            .handler("dev.effectivelyonce.functions.invoices.InvoicesHandler::handleRequest")
            .broker(
                RabbitMqBroker.amazonMq(
                    broker.arn(), Secret.fromSecretCompleteArn(this, "Login", broker.loginArn())))
            .queue(
                RabbitMqQueue.named("invoices")
                    .quorum(DELIVERY_LIMIT)
                    .deadLetterQueue("invoices.dead"))
            .outageTolerance(stage.outageTolerance())
            .environment("BALANCES_TABLE", balances.getTableName())
            .allow(balances.getTableArn(), "dynamodb:UpdateItem")
            .build();
    output("BalancesTableName", balances.getTableName());
    output("InvoicesFunctionName", consumer.function().getFunctionName());
    output("InvoicesParkingQueueUrl", consumer.parkingQueue().getQueueUrl());
    watch().consumer(consumer).build();
    addReplay(replay().consumer("invoices", consumer));
  }
}
