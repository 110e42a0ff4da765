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
  void itsSweeperIsToldItsDatabase() {
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
  void aStageForWorkHasNoFunctionOnPostgresOrWithPowertools() {
    for (Stage stage : List.of(Stage.dev(), Stage.prod())) {
      Template template = STACKS.of(Deployment.of(stage));

      assertThat(template.findOutputs("*").keySet())
          .noneMatch(it -> it.startsWith("LedgerQueue") || it.startsWith("Receipts"));
      template.resourceCountIs("AWS::Lambda::EventSourceMapping", 3);
    }
  }
}
