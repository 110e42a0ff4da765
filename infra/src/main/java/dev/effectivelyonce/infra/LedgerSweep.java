package dev.effectivelyonce.infra;

import dev.effectivelyonce.cdk.RelationalSweeper;
import java.nio.file.Path;
import software.amazon.awscdk.services.lambda.Code;

/** The function that deletes the expired records of the ledger. */
final class LedgerSweep {
  private LedgerSweep() {}

  static void addTo(EffectivelyOnceStack stack, Path zip) {
    RelationalSweeper unused =
        stack
            .functionOf(RelationalSweeper.Builder.create(stack, "LedgerSweeper"))
            .handler("dev.effectivelyonce.functions.ledger.SweeperHandler::handleRequest")
            .code(Code.fromAsset(zip.toString()))
            .relationalStore(Deployment.databaseStandIn())
            .build();
  }
}
