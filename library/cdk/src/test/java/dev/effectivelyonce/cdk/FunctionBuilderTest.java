package dev.effectivelyonce.cdk;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awscdk.assertions.Match;

/** What every construct with a function takes, and what it makes of that. */
class FunctionBuilderTest extends StackTest {

  @Override
  void fill() {
    EveryFunction all = EveryFunction.in(test);
    all.withEach(
        builder ->
            builder
                .memoryMib(512)
                .environment("GREETING", "hello")
                .allow("arn:aws:s3:::invoices/new", "s3:PutObject")
                .runbook("https://wiki.example.com/runbook"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"Consumer", "Api", "OutboxPublisher", "OutboxSweeper", "Replay"})
  void variablesAndRightsReachEachFunction(String function) {
    assertThat(properties(function + "Function")).contains("GREETING=hello", "MemorySize=512");
    assertThat(properties(function + "Role"))
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
