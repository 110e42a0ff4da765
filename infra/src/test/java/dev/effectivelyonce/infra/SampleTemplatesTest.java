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

/** What each stack of the sample has. */
class SampleTemplatesTest {
  @RegisterExtension static final SampleStacks STACKS = new SampleStacks();

  @ParameterizedTest
  @ValueSource(strings = {"trial", "prod"})
  void whatIsMadeIsAsRecorded(String stage) {
    GoldenTemplate.check(stage, STACKS.of(Map.of("stage", stage)));
  }

  @ParameterizedTest
  @CsvSource({
    "shipments, kafka, " + SampleStacks.CLUSTER,
    "invoices, rabbitmq, '" + SampleStacks.BROKER + "'"
  })
  void soIsAStackOfItsOwn(String name, String setting, String source) {
    GoldenTemplate.check(name, STACKS.of(Map.of("stage", "trial", setting, source)));
  }

  @Test
  void whatIsForTryingOutIsInTrialAlone() {
    Template prod = STACKS.prod();

    assertThat(STACKS.of(Map.of("stage", "dev")).findOutputs("*").keySet())
        .isEqualTo(prod.findOutputs("*").keySet())
        .noneMatch(it -> it.matches("(Stock|Shipments|LedgerQueue|Receipts).*"));
  }
}
