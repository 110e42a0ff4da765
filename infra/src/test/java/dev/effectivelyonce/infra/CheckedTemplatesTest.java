package dev.effectivelyonce.infra;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.operations.check.CheckedTemplate;
import dev.effectivelyonce.operations.check.TemplateFile;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The rules of {@code effectively-once check} find nothing in what the constructs make. */
class CheckedTemplatesTest {
  @RegisterExtension static final SampleStacks STACKS = new SampleStacks();

  @ParameterizedTest
  @CsvSource({"trial, 150", "prod, 60"})
  void aStageOfTheSampleHasNoFinding(String stage, int checks) throws IOException {
    assertNoFinding(Map.of("stage", stage), checks);
  }

  @ParameterizedTest
  @CsvSource({"kafka, " + SampleStacks.CLUSTER, "rabbitmq, '" + SampleStacks.BROKER + "'"})
  void norHasAStackOfItsOwn(String setting, String source) throws IOException {
    assertNoFinding(Map.of("stage", "trial", setting, source), 5);
  }

  private static void assertNoFinding(Map<String, String> settings, int checks) throws IOException {
    CheckedTemplate checked = TemplateFile.check(STACKS.file(settings), "template.json", List.of());

    assertThat(checked.findings()).isEmpty();
    assertThat(checked.checks()).isGreaterThan(checks);
  }
}
