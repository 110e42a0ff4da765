package dev.effectivelyonce.infra;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.cdk.TemplateReader;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import software.amazon.awscdk.assertions.Template;

/** The consumer whose records are in PostgreSQL. */
class LedgerStackTest {
  @RegisterExtension static final SampleStacks STACKS = new SampleStacks();

  private final Template trial = STACKS.trial();

  @Test
  void theLedgerFunctionMayDoExactlyThis() {
    assertThat(TemplateReader.rights(trial, "LedgerRole"))
        .containsExactlyInAnyOrder(
            "LedgerQueue sqs:ReceiveMessage",
            "LedgerQueue sqs:DeleteMessage",
            "LedgerQueue sqs:GetQueueAttributes",
            "LedgerQueue sqs:GetQueueUrl",
            "LedgerQueue sqs:ChangeMessageVisibility",
            "LedgerDeadLetterQueue sqs:SendMessage",
            "arn:AWS::Partition:rds-db:AWS::Region:AWS::AccountId:dbuser:db-STANDIN/ledger"
                + " rds-db:connect",
            "LedgerLogs logs:CreateLogStream",
            "LedgerLogs logs:PutLogEvents");
  }

  @Test
  void itsSweeperMayLogInAndNothingElse() {
    assertThat(TemplateReader.rights(trial, "LedgerSweeperRole"))
        .containsExactlyInAnyOrder(
            "arn:AWS::Partition:rds-db:AWS::Region:AWS::AccountId:dbuser:db-STANDIN/ledger"
                + " rds-db:connect",
            "LedgerSweeperLogs logs:CreateLogStream",
            "LedgerSweeperLogs logs:PutLogEvents");
    assertThat(TemplateReader.properties(trial, "LedgerSweeperFunction"))
        .contains("SweeperHandler::handleRequest", "EFFECTIVELY_ONCE_DATABASE_HOST=127.0.0.1");
  }

  @Test
  void itNeedsNoVpcAndNoDatabaseToBeDeployed() {
    assertThat(TemplateReader.types(trial))
        .noneMatch(type -> type.startsWith("AWS::EC2::") || type.startsWith("AWS::RDS::"));
    assertThat(TemplateReader.properties(trial, "LedgerFunction"))
        .contains("EFFECTIVELY_ONCE_DATABASE_HOST=127.0.0.1", "SIMULATE=on");
  }

  @Test
  void aStageForWorkHasNoFunctionOnPostgres() {
    for (Stage stage : List.of(Stage.dev(), Stage.prod())) {
      assertThat(STACKS.of(Deployment.of(stage)).findOutputs("*").keySet())
          .noneMatch(it -> it.startsWith("LedgerQueue"));
    }
  }
}
