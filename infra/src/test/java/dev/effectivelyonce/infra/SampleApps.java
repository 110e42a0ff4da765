package dev.effectivelyonce.infra;

import dev.effectivelyonce.cdk.TestApps;
import java.nio.file.Path;
import java.util.List;
import software.amazon.awscdk.assertions.Template;

/** The sample app of tests, with stand-ins for its packages. */
public final class SampleApps {
  private static final String FUNCTIONS = "dev.effectivelyonce.functions.";
  private static final List<String> RECEIPTS = List.of(FUNCTIONS + "receipts.ReceiptsHandler");
  private static final List<String> LEDGER =
      List.of(FUNCTIONS + "ledger.LedgerHandler", FUNCTIONS + "ledger.SweeperHandler");
  private static final List<String> SAMPLES =
      List.of(
          FUNCTIONS + "orders.OrdersHandler",
          FUNCTIONS + "payments.PaymentsHandler",
          FUNCTIONS + "paymentsapi.PaymentsApiHandler",
          FUNCTIONS + "turnover.TurnoverHandler",
          FUNCTIONS + "clicks.ClicksHandler",
          FUNCTIONS + "shipments.ShipmentsHandler",
          FUNCTIONS + "invoices.InvoicesHandler",
          FUNCTIONS + "closing.ClosingHandler",
          FUNCTIONS + "fulfilment.FulfilmentHandler",
          FUNCTIONS + "replay.ReplayHandler",
          FUNCTIONS + "unsettled.UnsettledHandler",
          "dev.effectivelyonce.outbox.OutboxPublisher",
          "dev.effectivelyonce.outbox.OutboxSweeper");

  private SampleApps() {}

  /** The template of a deployment. */
  static Template template(Path directory, Deployment deployment, Path functionsZip) {
    Path root = functionsZip.resolve("../../../..").normalize();
    return Template.fromStack(EffectivelyOnceApp.stack(TestApps.in(directory), deployment, root));
  }

  /** Stand-ins for the functions' packages, where the app looks for them: the one of most. */
  public static Path functionsZip(Path projectRoot) {
    Path unused =
        TestApps.zip(
            projectRoot.resolve("functions/powertools/target/functions-powertools.zip"), RECEIPTS);
    Path unusedToo =
        TestApps.zip(projectRoot.resolve("functions/ledger/target/functions-ledger.zip"), LEDGER);
    return TestApps.zip(projectRoot.resolve("functions/standard/target/functions.zip"), SAMPLES);
  }
}
