package dev.effectivelyonce.infra;

import dev.effectivelyonce.cdk.IdempotentConsumer;
import dev.effectivelyonce.cdk.RelationalSweeper;
import java.nio.file.Path;
import software.amazon.awscdk.services.dynamodb.Table;
import software.amazon.awscdk.services.lambda.Code;

/** Consumers of queues whose code is in packages of their own. */
final class OtherPackages {
  private OtherPackages() {}

  /**
   * Adds the consumer of receipts. The replay does not know it, since its record ids are
   * Powertools' own: SQS's redrive is right.
   */
  static IdempotentConsumer addReceipts(EffectivelyOnceStack stack, Path zip) {
    Table receipts =
        stack.table("ReceiptsTable").partitionKey(EffectivelyOnceStack.string("orderId")).build();
    IdempotentConsumer consumer =
        stack
            .consumer("Receipts", "dev.effectivelyonce.functions.receipts.ReceiptsHandler")
            .code(Code.fromAsset(zip.toString()))
            .environment("RECEIPTS_TABLE", receipts.getTableName())
            .allow(receipts.getTableArn(), "dynamodb:UpdateItem")
            .build();
    stack.output("ReceiptsTableName", receipts.getTableName());
    return stack.outputQueues("Receipts", consumer);
  }

  /**
   * Adds the consumer of transfers, and what deletes its expired records. Replay and watch do not
   * know it: they read DynamoDB.
   */
  static IdempotentConsumer addLedger(EffectivelyOnceStack stack, Path zip) {
    Code onPostgres = Code.fromAsset(zip.toString());
    IdempotentConsumer consumer =
        stack
            .storeless("Ledger", "dev.effectivelyonce.functions.ledger.LedgerHandler")
            .code(onPostgres)
            .relationalStore(Deployment.databaseStandIn())
            .build();
    RelationalSweeper unused =
        stack
            .functionOf(RelationalSweeper.Builder.create(stack, "LedgerSweeper"))
            .handler("dev.effectivelyonce.functions.ledger.SweeperHandler::handleRequest")
            .code(onPostgres)
            .relationalStore(Deployment.databaseStandIn())
            .build();
    return stack.outputQueues("Ledger", consumer);
  }
}
