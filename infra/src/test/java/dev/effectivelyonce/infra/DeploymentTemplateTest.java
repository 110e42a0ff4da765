package dev.effectivelyonce.infra;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.cdk.TemplateReader;
import dev.effectivelyonce.cdk.TestApps;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awscdk.assertions.Annotations;
import software.amazon.awscdk.assertions.Match;
import software.amazon.awscdk.assertions.Template;

/** What each context setting changes in the template. */
class DeploymentTemplateTest {
  private static final String VERSION = "(OrdersFunctionCurrentVersion)[0-9A-Fa-f]+";

  @TempDir Path directory;

  @Test
  void observingChangesAVariableOfThatFunctionAndItsVersionAndNothingElse() {
    Template before = Template.fromStack(stack(Map.of()));
    Template after = Template.fromStack(stack(Map.of("observe", "orders")));

    assertThat(withoutVersions(after)).isNotEqualTo(withoutVersions(before));
    assertThat(
            withoutVersions(after)
                .replaceFirst("EFFECTIVELY_ONCE_MODE=OBSERVE", "EFFECTIVELY_ONCE_MODE=ENFORCE"))
        .isEqualTo(withoutVersions(before));
    assertThat(TemplateReader.properties(after, "OrdersFunction"))
        .contains("EFFECTIVELY_ONCE_MODE=OBSERVE");
    assertThat(versions(after)).isNotEqualTo(versions(before));
  }

  @Test
  void prodToBeDiscardedSaysSoAndProtectsNothing() {
    SampleStack stack = stack(Map.of("stage", "prod", "data", "discard"));

    Annotations.fromStack(stack)
        .hasWarning("*", Match.stringLikeRegexp("Stage prod keeps its data, and data=discard"));
    Template template = Template.fromStack(stack);
    template.allResourcesProperties(
        "AWS::DynamoDB::Table", Map.of("DeletionProtectionEnabled", false));
    for (String type : List.of("AWS::DynamoDB::Table", "AWS::SQS::Queue", "AWS::Logs::LogGroup")) {
      template.allResources(type, Match.objectLike(Map.of("DeletionPolicy", "Delete")));
    }
  }

  @Test
  void devDiscardsWithoutAWord() {
    Annotations.fromStack(stack(Map.of("data", "discard"))).hasNoWarning("*", Match.anyValue());
  }

  @Test
  void everyAlarmTellsTheTopicAndNamesTheRunbook() {
    String topic = "arn:aws:sns:eu-west-1:123456789012:on-call";
    Template template =
        Template.fromStack(
            stack(Map.of("alarms", topic, "runbook", "https://wiki.example.com/ops")));

    template.allResourcesProperties(
        "AWS::CloudWatch::Alarm",
        Map.of(
            "AlarmActions",
            List.of(topic),
            "AlarmDescription",
            Match.stringLikeRegexp("See https://wiki.example.com/ops#[a-z-]+$")));
  }

  private SampleStack stack(Map<String, String> context) {
    SampleApps.functionsZip(directory);
    Path out = directory.resolve(context.toString());
    return EffectivelyOnceApp.addStack(TestApps.in(out, context), directory);
  }

  private static String withoutVersions(Template template) {
    return new LinkedHashMap<>(template.toJSON()).toString().replaceAll(VERSION, "$1");
  }

  private static List<String> versions(Template template) {
    return template.findResources("AWS::Lambda::Version").keySet().stream()
        .filter(id -> id.startsWith("Orders"))
        .toList();
  }
}
