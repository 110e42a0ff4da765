package dev.effectivelyonce.infra;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.cdk.GoldenTemplate;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awscdk.assertions.Template;

/** What each stack of the sample has; docs/deploy.md counts the alarms. */
class SampleTemplatesTest {
  @RegisterExtension static final SampleStacks STACKS = new SampleStacks();

  @ParameterizedTest
  @ValueSource(strings = {"trial", "prod"})
  void whatIsMadeIsAsRecorded(String stage) {
    GoldenTemplate.check(stage, STACKS.of(Map.of("stage", stage)));
  }

  @ParameterizedTest
  @CsvSource({
    "shipments, kafka, " + SampleStacks.CLUSTER + ", 14",
    "invoices, rabbitmq, '" + SampleStacks.BROKER + "', 15"
  })
  void soIsAStackOfItsOwn(String name, String setting, String source, int alarms) {
    Template template = STACKS.of(Map.of("stage", "trial", setting, source));

    GoldenTemplate.check(name, template);
    template.resourceCountIs("AWS::CloudWatch::Alarm", alarms);
  }

  @Test
  void whatIsForTryingOutIsInTrialAlone() {
    Template prod = STACKS.prod();

    assertThat(STACKS.of(Map.of("stage", "dev")).findOutputs("*").keySet())
        .isEqualTo(prod.findOutputs("*").keySet())
        .noneMatch(it -> it.matches("(Stock|Shipments|LedgerQueue|Receipts).*"));
  }
}
