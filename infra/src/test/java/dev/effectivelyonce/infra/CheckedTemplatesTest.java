package dev.effectivelyonce.infra;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.operations.check.CheckedTemplate;
import dev.effectivelyonce.operations.check.TemplateFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The rules of {@code effectively-once check} find nothing in what the constructs make. */
class CheckedTemplatesTest {
  @RegisterExtension static final SampleStacks STACKS = new SampleStacks();

  @ParameterizedTest
  @CsvSource({
    "trial, gateway, https://g.example.com, 150",
    "prod, gateway, https://g.example.com, 60",
    "prod, kafka, " + SampleStacks.CLUSTER + ", 5",
    "prod, rabbitmq, '" + SampleStacks.BROKER + "', 5"
  })
  void aStageOfTheSampleHasNoFinding(String stage, String setting, String value, int checks)
      throws IOException {
    Path file = STACKS.file(Map.of("stage", stage, setting, value));

    CheckedTemplate checked = TemplateFile.check(file, "template.json", List.of());

    assertThat(checked.findings()).isEmpty();
    assertThat(checked.checks()).isGreaterThan(checks);
  }
}
