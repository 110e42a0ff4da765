package dev.effectivelyonce.cdk;

import software.amazon.awscdk.Duration;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.services.dynamodb.CfnTable;
import software.amazon.awscdk.services.lambda.Code;
import software.amazon.awscdk.services.lambda.Runtime;
import software.amazon.awscdk.services.sqs.DeadLetterQueue;
import software.amazon.awscdk.services.sqs.Queue;
import software.constructs.Construct;

/** What docs/your-stack.md shows of a stack with queues of its own and another runtime. */
final class OwnStack extends Stack {
  OwnStack(Construct scope) {
    super(scope, "Own");
    IdempotencyTable records = IdempotencyTable.Builder.create(this, "Idempotency").build();
    Queue deadLetters =
        Queue.Builder.create(this, "DeadBills").retentionPeriod(Duration.days(14)).build();
    Queue billsToPay =
        Queue.Builder.create(this, "BillsToPay")
            .visibilityTimeout(Duration.seconds(180))
            .deadLetterQueue(
                DeadLetterQueue.builder().queue(deadLetters).maxReceiveCount(20).build())
            .build();
    IdempotentConsumer bills =
        IdempotentConsumer.Builder.create(this, "Bills")
            .consumerName("bills")
            .existingQueues(ExistingQueues.of(billsToPay))
            .code(Code.fromAsset("target/functions.zip"))
            .handler("com.example.BillsHandler::handleRequest")
            .idempotencyTable(records.table())
            .runtime(Runtime.JAVA_21)
            .build();
    bills.eventSource().setEnabled(false);
    CfnTable table = (CfnTable) records.table().getNode().getDefaultChild();
    table.setTableClass("STANDARD_INFREQUENT_ACCESS");
  }
}
