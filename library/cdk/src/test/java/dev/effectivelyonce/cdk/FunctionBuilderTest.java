package dev.effectivelyonce.cdk;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awscdk.assertions.Match;
import software.amazon.awscdk.assertions.Template;

/** What every construct with a function takes, and what it makes of that. */
@TestInstance(Lifecycle.PER_CLASS)
class FunctionBuilderTest {
  private Template template;

  @BeforeAll
  void synthesize(@TempDir Path directory) {
    EveryFunction all = EveryFunction.in(TestStack.in(directory));
    all.withEach(
        builder ->
            builder
                .memoryMib(512)
                .environment("GREETING", "hello")
                .allow("arn:aws:s3:::invoices/new", "s3:PutObject")
                .runbook("https://wiki.example.com/runbook"));
    template = Template.fromStack(all.stack());
  }

  @ParameterizedTest
  @ValueSource(strings = {"Consumer", "Api", "OutboxPublisher", "OutboxSweeper", "Replay"})
  void variablesAndRightsReachEachFunction(String function) {
    assertThat(TemplateReader.properties(template, function + "Function"))
        .contains("GREETING=hello", "MemorySize=512");
    assertThat(TemplateReader.properties(template, function + "Role"))
        .contains("Action=s3:PutObject, Effect=Allow, Resource=arn:aws:s3:::invoices/new");
  }

  @Test
  void everyAlarmNamesTheRunbookThatWasGiven() {
    template.allResourcesProperties(
        "AWS::CloudWatch::Alarm",
        Map.of(
            "AlarmDescription",
            Match.stringLikeRegexp("\\. See https://wiki.example.com/runbook#[a-z-]+$")));
  }
}
