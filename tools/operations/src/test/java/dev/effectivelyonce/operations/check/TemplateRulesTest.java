package dev.effectivelyonce.operations.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.operations.doctor.Severity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each rule finds what breaks it, and nothing in a template that keeps all of them. */
class TemplateRulesTest {
  @TempDir private Path directory;

  static List<String> broken() throws IOException {
    return lines("broken.txt");
  }

  static List<String> unknown() throws IOException {
    return lines("unknown.txt");
  }

  static List<String> same() throws IOException {
    return lines("same.txt");
  }

  private static List<String> lines(String name) throws IOException {
    try (Stream<String> lines = Files.lines(Path.of("src/test/resources/check", name))) {
      return lines.filter(it -> !it.startsWith("#")).toList();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"consumer", "stream"})
  void aTemplateThatKeepsTheRulesHasNoFinding(String name) {
    CheckedTemplate checked = ChangedTemplate.of(name).check(directory);

    assertThat(checked.findings()).isEmpty();
    assertThat(checked.checks()).isGreaterThan(15);
  }

  /** {@code build/deploy/cdk/run} synthesizes it in TypeScript and in Python. */
  @Test
  void theSampleOfTheConstructsInOtherLanguagesHasNoFinding() throws IOException {
    Path sample = Path.of("../../build/deploy/cdk/sample.json");

    CheckedTemplate checked = TemplateFile.check(sample, "sample.json", List.of());

    assertThat(checked.findings()).isEmpty();
    assertThat(checked.checks()).isGreaterThan(25);
  }

  @ParameterizedTest
  @MethodSource("broken")
  void aRuleFindsWhatBreaksItAndNoOtherDoes(String line) {
    String[] parts = line.split(" +", 3);

    CheckedTemplate checked = ChangedTemplate.of(parts[1]).with(parts[2]).check(directory);

    assertThat(checked.findings()).extracting(it -> it.rule().id()).containsOnly(parts[0]);
    assertThat(checked.findings())
        .allSatisfy(
            it ->
                assertThat(it.problem() + it.remedy() + it.where())
                    .doesNotContain("{", "}", "nothing"));
    assertThat(checked.findings())
        .extracting(Finding::severity)
        .containsOnly(checked.findings().getFirst().rule().severity());
  }

  @Test
  void eachRuleIsBrokenByAnExample() throws IOException {
    assertThat(Rules.standard().rules())
        .extracting(Rule::id)
        .doesNotHaveDuplicates()
        .hasSameElementsAs(broken().stream().map(it -> it.split(" ", 2)[0]).distinct().toList());
  }

  @Test
  void eachRuleHasAllTexts() {
    assertThat(Rules.standard().rules())
        .allSatisfy(
            rule -> {
              assertThat(List.of(rule.what(), rule.why(), rule.breaks()))
                  .allSatisfy(it -> assertThat(it).matches("[A-Z\"].+\\."));
              assertThat(rule.remedy()).matches("[A-Z].+[^.]");
              assertThat(rule.id()).matches("[a-z-]+");
            });
  }

  /** What the template doesn't say is not judged. */
  @ParameterizedTest
  @MethodSource("unknown")
  void whatOnlyTheDeploymentKnowsIsNoError(String changes) {
    CheckedTemplate checked = ChangedTemplate.of("consumer").with(changes).check(directory);

    assertThat(checked.findings())
        .isNotEmpty()
        .extracting(Finding::severity)
        .containsOnly(Severity.UNCHECKED);
  }

  @Test
  void aDestinationThatOnlyTheDeploymentKnowsIsNoError() {
    CheckedTemplate checked =
        ChangedTemplate.of("stream")
            .with("/Mapping/Properties/DestinationConfig {\"Ref\": \"Imported\"}")
            .check(directory);

    assertThat(checked.findings())
        .extracting(it -> it.severity() + " " + it.rule().id())
        .containsExactly("UNCHECKED stream-destination");
  }

  /** References are followed as far as the template has them. */
  @ParameterizedTest
  @MethodSource("same")
  void whatIsSaidInAnotherWayIsTheSame(String changes) {
    assertThat(ChangedTemplate.of("consumer").with(changes).check(directory).findings()).isEmpty();
  }

  @Test
  void aFindingNamesThePlaceInTheCdkAndTheLine() {
    CheckedTemplate checked =
        ChangedTemplate.of("consumer")
            .with("/Queue/Properties/VisibilityTimeout 60")
            .check(directory);

    Finding finding = checked.findings().getFirst();
    assertThat(finding.where()).isEqualTo("Queue (Shop/Orders/Queue)");
    assertThat(finding.line()).isGreaterThan(10);
    assertThat(finding.problem())
        .isEqualTo(
            "its visibility timeout is 60 s, under 6 x the function's timeout of 30 s plus the"
                + " batching window of 0 s");
    assertThat(finding.remedy()).contains("180 s");
  }
}
