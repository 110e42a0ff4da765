package dev.effectivelyonce.infra;

import dev.effectivelyonce.cdk.DeadLetterReplay;
import dev.effectivelyonce.cdk.IdempotentApi;
import dev.effectivelyonce.cdk.IdempotentConsumer;
import dev.effectivelyonce.cdk.OperationsDashboard;
import dev.effectivelyonce.cdk.QueueKind;
import dev.effectivelyonce.cdk.StoreAwayAlarm;
import dev.effectivelyonce.cdk.StuckRecordMonitor;
import dev.effectivelyonce.cdk.TransactionalOutbox;
import java.util.Locale;
import java.util.Optional;
import software.amazon.awscdk.services.dynamodb.StreamViewType;
import software.amazon.awscdk.services.dynamodb.Table;
import software.amazon.awscdk.services.sqs.IQueue;
import software.constructs.Construct;

/**
 * Orders from a standard queue and payments from a FIFO queue, each consumed once; payments by
 * HTTP; orders to fulfil where there is a payment gateway. Where failures are tried out, receipts
 * under Powertools, transfers in PostgreSQL and {@link OtherSources} too.
 */
public final class EffectivelyOnceStack extends SampleStack {
  final Table orders;
  private final Table accounts;
  private final Table ledger;

  /** Adds the stack of a deployment, with its functions' packages. */
  public EffectivelyOnceStack(Construct scope, Deployment deployment, Packages packages) {
    super(
        scope,
        deployment.stage().stackName(),
        "Effectively Once, stage " + deployment.stage().name() + ".",
        deployment,
        packages.functions());
    this.orders =
        table("OrdersTable").partitionKey(string("orderId")).stream(
                StreamViewType.NEW_AND_OLD_IMAGES)
            .build();
    this.accounts = table("AccountsTable").partitionKey(string("accountId")).build();
    this.ledger =
        table("LedgerTable").partitionKey(string("accountId")).sortKey(string("paymentId")).build();
    Optional<IdempotentConsumer> fulfilment = deployment.gateway().map(this::addFulfilment);
    TransactionalOutbox outbox =
        addOutbox(
            fulfilment
                .map(IdempotentConsumer::queue)
                .orElseGet(() -> UnreadQueues.under(this, stage)));
    DeadLetterReplay.Builder replay = replay();
    // Neither a dead-letter queue shows the saga and requests, nor a stream who reads it.
    StuckRecordMonitor.Builder watch = watch().outbox(outbox);
    fulfilment.ifPresent(it -> replay.consumer("fulfilment", it));
    OperationsDashboard.Builder dashboard = dashboard(outbox, fulfilment, replay, watch);
    packages
        .withPowertools()
        .ifPresent(zip -> dashboard.consumer("Receipts", OtherPackages.addReceipts(this, zip)));
    packages
        .onPostgres()
        .ifPresent(zip -> dashboard.consumer("Ledger", OtherPackages.addLedger(this, zip)));
    OtherSources.addWhereTried(this, stage, dashboard, replay, watch);
    dashboard.watch(watch.build()).replay(addReplay(replay)).build();
  }

  /** Adds what every stage has beside the outbox, and describes the dashboard of all that. */
  private OperationsDashboard.Builder dashboard(
      TransactionalOutbox outbox,
      Optional<IdempotentConsumer> fulfilment,
      DeadLetterReplay.Builder replay,
      StuckRecordMonitor.Builder watch) {
    IdempotentConsumer orderly = addOrders(outbox);
    IdempotentConsumer payments = addPayments();
    replay.consumer("orders", orderly).consumer("payments", payments);
    IdempotentApi paymentsApi = addPaymentsApi();
    watch.api(paymentsApi);
    fulfilment.ifPresent(watch::consumer);
    OperationsDashboard.Builder dashboard =
        OperationsDashboard.Builder.create(this, "Operations")
            // Dashboards of all regions share their names.
            .name(stage.stackName() + "-" + getRegion())
            .consumer("Orders", orderly)
            .consumer("Payments", payments)
            .api("Payments API", paymentsApi)
            .outbox("Outbox", outbox);
    fulfilment.ifPresent(it -> dashboard.consumer("Fulfilment", it));
    StoreAwayAlarm.Builder away =
        StoreAwayAlarm.Builder.create(this, "StoreAway")
            .consumer(orderly)
            .consumer(payments)
            .api(paymentsApi);
    fulfilment.ifPresent(away::consumer);
    pages.ifPresent(away::pageAction);
    deployment.runbook().ifPresent(away::runbook);
    away.build();
    return dashboard;
  }

  private TransactionalOutbox addOutbox(IQueue toFulfil) {
    TransactionalOutbox.Builder builder =
        functionOf(TransactionalOutbox.Builder.create(this, "Outbox"))
            .destination("fulfilment", toFulfil);
    stage.environment().forEach(builder::environment);
    stage.warmWritesPerSecond().ifPresent(builder::warmWritesPerSecond);
    steps().ifPresent(builder::gradualDeployment);
    TransactionalOutbox outbox = builder.build();
    output("OutboxTableName", outbox.table().getTableName());
    return outbox;
  }

  private IdempotentConsumer addOrders(TransactionalOutbox outbox) {
    IdempotentConsumer consumer =
        consumer("Orders", "dev.effectivelyonce.functions.orders.OrdersHandler")
            .mode(deployment.mode(DeployedConsumer.ORDERS))
            .source(QueueKind.STANDARD)
            .environment("ORDERS_TABLE", orders.getTableName())
            .environment("OUTBOX_TABLE", outbox.table().getTableName())
            .allow(orders.getTableArn(), "dynamodb:UpdateItem")
            .allow(outbox.table().getTableArn(), "dynamodb:PutItem")
            .build();
    output("OrdersTableName", orders.getTableName());
    return outputQueues("Orders", consumer);
  }

  private IdempotentConsumer addPayments() {
    IdempotentConsumer consumer =
        consumer("Payments", "dev.effectivelyonce.functions.payments.PaymentsHandler")
            .mode(deployment.mode(DeployedConsumer.PAYMENTS))
            .source(QueueKind.FIFO)
            .environment("ACCOUNTS_TABLE", accounts.getTableName())
            .environment("LEDGER_TABLE", ledger.getTableName())
            .allow(accounts.getTableArn(), "dynamodb:GetItem", "dynamodb:UpdateItem")
            .allow(ledger.getTableArn(), "dynamodb:PutItem")
            .build();
    output("AccountsTableName", accounts.getTableName());
    output("LedgerTableName", ledger.getTableName());
    return outputQueues("Payments", consumer);
  }

  private IdempotentConsumer addFulfilment(String gateway) {
    Table stock = table("StockTable").partitionKey(string("sku")).build();
    Table reservations = table("ReservationsTable").partitionKey(string("reservationId")).build();
    Table shipments = table("ShipmentsTable").partitionKey(string("shipmentId")).build();
    IdempotentConsumer consumer =
        consumer("Fulfilment", "dev.effectivelyonce.functions.fulfilment.FulfilmentHandler")
            .source(QueueKind.STANDARD)
            .outageTolerance(stage.survivesGatewayOutageOf())
            // Half way an order holds stock and money: it does not wait for the queue's visibility.
            .heartbeat(stage.functionTimeout().dividedBy(2))
            .environment("GATEWAY_URL", gateway)
            .environment("STOCK_TABLE", stock.getTableName())
            .environment("RESERVATIONS_TABLE", reservations.getTableName())
            .environment("SHIPMENTS_TABLE", shipments.getTableName())
            .allow(stock.getTableArn(), "dynamodb:ConditionCheckItem", "dynamodb:UpdateItem")
            .allow(reservations.getTableArn(), "dynamodb:PutItem", "dynamodb:UpdateItem")
            .allow(shipments.getTableArn(), "dynamodb:PutItem")
            .build();
    output("StockTableName", stock.getTableName());
    output("ReservationsTableName", reservations.getTableName());
    output("ShipmentsTableName", shipments.getTableName());
    return outputQueues("Fulfilment", consumer);
  }

  private IdempotentApi addPaymentsApi() {
    IdempotentApi api =
        idempotent(IdempotentApi.Builder.create(this, "PaymentsApi"))
            .idempotencyTable(records.table())
            .consumerName("payments-api")
            .handler("dev.effectivelyonce.functions.paymentsapi.PaymentsApiHandler::handleRequest")
            .environment("ACCOUNTS_TABLE", accounts.getTableName())
            .environment("LEDGER_TABLE", ledger.getTableName())
            .allow(accounts.getTableArn(), "dynamodb:GetItem", "dynamodb:UpdateItem")
            .allow(ledger.getTableArn(), "dynamodb:PutItem")
            .build();
    output("PaymentsApiUrl", api.url().getUrl());
    return api;
  }

  IdempotentConsumer.Builder consumer(String id, String handlerClass) {
    return storeless(id, handlerClass).idempotencyTable(records.table());
  }

  IdempotentConsumer.Builder storeless(String id, String handlerClass) {
    return idempotent(IdempotentConsumer.Builder.create(this, id))
        .consumerName(id.toLowerCase(Locale.ROOT))
        .handler(handlerClass + "::handleRequest")
        .outageTolerance(stage.outageTolerance())
        .maximumConcurrency(stage.maximumConcurrency());
  }

  IdempotentConsumer outputQueues(String consumerId, IdempotentConsumer consumer) {
    output(consumerId + "QueueUrl", consumer.queue().getQueueUrl());
    output(consumerId + "DeadLetterQueueUrl", consumer.deadLetterQueue().getQueueUrl());
    return consumer;
  }
}
