package dev.effectivelyonce.infra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.effectivelyonce.cdk.TestApps;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awscdk.App;
import software.amazon.awscdk.assertions.Annotations;
import software.amazon.awscdk.assertions.Match;
import software.amazon.awscdk.services.sqs.Queue;

class EffectivelyOnceAppTest {
  @TempDir Path directory;

  @ParameterizedTest
  @CsvSource({
    "kafka, shipments, " + SampleStacks.CLUSTER,
    "rabbitmq, invoices, '" + SampleStacks.BROKER + "'"
  })
  void withAClusterOrABrokerItIsTheStackOfItsConsumerAlone(
      String setting, String stack, String source) {
    SampleApps.functionsZip(directory);
    App app = TestApps.in(directory, Map.of("stage", "trial", setting, source));

    assertThat(addStack(app).getStackName()).isEqualTo("EffectivelyOnce-trial-" + stack);
    assertThat(app.synth().getStacks()).hasSize(1);
  }

  @Test
  void withoutTheFunctionsPackageItSaysWhatToRun() {
    assertThatThrownBy(() -> addStack(TestApps.in(directory)))
        .isInstanceOf(UnusableInputException.class)
        .hasMessage(
            "No %s: run 'mvn package' in the project's directory first.",
            directory.resolve("functions/standard/target/functions.zip"));
  }

  @Test
  void theStageIsDevWhereNothingIsSaidAndNeedsNoPackageWithPowertoolsAsTrialDoes()
      throws IOException {
    SampleApps.functionsZip(directory);
    Path zip = directory.resolve("functions/powertools/target/functions-powertools.zip");
    Files.delete(zip);

    assertThat(addStack(TestApps.in(directory)).getStackName()).isEqualTo("EffectivelyOnce-dev");
    assertThatThrownBy(() -> addStack(TestApps.in(directory, Map.of("stage", "trial"))))
        .isInstanceOf(UnusableInputException.class)
        .hasMessageStartingWith("No %s: run 'mvn package'", zip);
  }

  @Test
  void withoutNodeItSaysWhatToInstall() {
    assertThatThrownBy(() -> EffectivelyOnceApp.requireNode(directory.toString()))
        .isInstanceOf(UnusableInputException.class)
        .hasMessage(
            "No 'node' on the PATH: the CDK needs Node.js 22 or newer. Install it and run again.");
  }

  @Test
  void nodeIsFoundAnywhereOnThePath() throws IOException {
    Path node = Files.createFile(directory.resolve("node"));

    assertThat(node.toFile().setExecutable(true)).isTrue();
    EffectivelyOnceApp.requireNode("/nowhere:" + directory);
  }

  @Test
  void prodWhoseAlarmsTellNobodySaysSo() {
    SampleApps.functionsZip(directory);

    Annotations.fromStack(addStack(TestApps.in(directory, Map.of("stage", "prod"))))
        .hasWarning("*", Match.stringLikeRegexp("alarms of stage prod tell nobody.*-c alarms=ARN"));
  }

  @Test
  @Tag("full")
  void theRulesOfAwsSolutionsAreApplied() {
    SampleApps.functionsZip(directory);
    SampleStack stack = addStack(TestApps.in(directory));
    Queue.Builder.create(stack, "Careless").build();

    Annotations.fromStack(stack).hasError("*", Match.stringLikeRegexp("AwsSolutions-SQS4"));
  }

  private SampleStack addStack(App app) {
    return EffectivelyOnceApp.addStack(app, directory);
  }
}
