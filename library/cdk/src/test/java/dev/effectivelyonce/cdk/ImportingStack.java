package dev.effectivelyonce.cdk;

import java.time.Duration;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.services.dynamodb.ITable;
import software.amazon.awscdk.services.dynamodb.Table;
import software.amazon.awscdk.services.dynamodb.TableAttributes;
import software.amazon.awscdk.services.kms.IKey;
import software.amazon.awscdk.services.kms.Key;
import software.amazon.awscdk.services.lambda.Code;
import software.amazon.awscdk.services.sqs.Queue;
import software.constructs.Construct;

/** What docs/networks-and-keys.md shows of a table and queues that another app made. */
final class ImportingStack extends Stack {
  ImportingStack(Construct scope) {
    super(scope, "Importing");
    IKey key = Key.fromKeyArn(this, "Key", "arn:aws:kms:eu-central-1:111122223333:key/k-1");
    ITable records =
        Table.fromTableAttributes(
            this,
            "Records",
            TableAttributes.builder()
                .tableArn("arn:aws:dynamodb:eu-central-1:111122223333:table/records")
                .encryptionKey(key)
                .build());
    ExistingQueues queues =
        new ExistingQueues(
            Queue.fromQueueArn(this, "ToPay", "arn:aws:sqs:eu-central-1:111122223333:bills"),
            Queue.fromQueueArn(this, "Dead", "arn:aws:sqs:eu-central-1:111122223333:bills-dead"),
            new SourceQueueSettings(QueueKind.STANDARD, Duration.ofMinutes(3), Duration.ofDays(4)),
            new DeadLetterSettings(QueueKind.STANDARD, Duration.ofDays(14), 20));
    IdempotentConsumer bills =
        IdempotentConsumer.Builder.create(this, "Bills")
            .consumerName("bills")
            .existingQueues(queues)
            .code(Code.fromAsset("target/functions.zip"))
            .handler("com.example.BillsHandler::handleRequest")
            .idempotencyTable(records)
            .build();
    bills.alarm(ConsumerAlarm.DEAD_LETTERS);
  }
}
