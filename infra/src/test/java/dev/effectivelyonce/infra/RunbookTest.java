package dev.effectivelyonce.infra;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import software.amazon.awscdk.assertions.Template;

/** An alarm at night sends people to the runbook: what it names has to be there. */
class RunbookTest {
  private static final Path RUNBOOK = Path.of("..", "docs", "operations.md");
  private static final Pattern DEPLOY = Pattern.compile("npx cdk deploy[^`\n]*");
  private static final Pattern SETTING = Pattern.compile("-c ([a-z]+)=([^ ]+)");
  private static final Pattern ANCHOR = Pattern.compile("docs/operations\\.md#([a-z-]+)");

  private static final Pattern LINK = Pattern.compile("\\(#([a-z-]+)\\)");
  private static final String TOPIC = "arn:aws:sns:eu-west-1:123456789012:";

  private static final Pattern INCIDENT =
      Pattern.compile("(?ms)^```sh drill ([a-z-]+)\n(.*?)^```$");
  private static final Pattern ROW = Pattern.compile("(?m)^\\| `([a-z-]+)` \\|.*\\| ([0-9]+) \\|$");

  @RegisterExtension static final SampleStacks STACKS = new SampleStacks();

  @Test
  void theRunbookHasAPartForEachAlarm() throws IOException {
    List<String> anchors = anchorsOfAlarms();

    assertThat(anchors).contains("dead-letters", "replay-errors").hasSizeGreaterThan(9);
    assertThat(headings()).containsAll(anchors);
  }

  @Test
  void eachPartAboutAnAlarmSaysWhatToDoFirstAndWhenItIsOver() throws IOException {
    Map<String, String> parts = parts();

    assertThat(anchorsOfAlarms())
        .allSatisfy(
            alarm -> assertThat(parts.get(alarm)).as(alarm).contains("Alarm `", "**Over when**"))
        .allSatisfy(
            alarm -> assertThat(parts.get(alarm)).as(alarm).containsPattern("First|```sh drill"));
  }

  @Test
  void itsListsOfPagesAndTicketsAreThoseOfTheTopics() throws IOException {
    Template template =
        STACKS.of(
            Deployment.from(
                setting ->
                    Optional.ofNullable(
                        Map.of(
                                "stage",
                                "trial",
                                "alarms",
                                TOPIC + "page",
                                "tickets",
                                TOPIC + "ticket")
                            .get(setting))));

    for (String urgency : List.of("page", "ticket")) {
      Set<String> told =
          template
              .findResources(
                  "AWS::CloudWatch::Alarm",
                  Map.of("Properties", Map.of("AlarmActions", List.of(TOPIC + urgency))))
              .values()
              .stream()
              .flatMap(alarm -> anchorsIn(alarm.toString()))
              .collect(Collectors.toSet());

      assertThat(listed(urgency)).containsAll(told).hasSizeGreaterThan(9);
    }
    assertThat(listed("page")).doesNotContainAnyElementsOf(listed("ticket"));
  }

  private static List<String> listed(String urgency) throws IOException {
    Pattern list =
        Pattern.compile("(?ms)^- \\*\\*" + urgency + "\\*\\*(.*?)\\.$", Pattern.CASE_INSENSITIVE);
    return list.matcher(between("## Which alarms page", "\n## "))
        .results()
        .flatMap(it -> LINK.matcher(it.group(1)).results())
        .map(it -> it.group(1))
        .toList();
  }

  /** What else there is to type stands outside of the block that the drill runs. */
  @Test
  void theTableOfIncidentsCountsTheirCommandsAndNoneHasMoreThanThree() throws IOException {
    Map<String, Integer> counted =
        INCIDENT
            .matcher(Files.readString(RUNBOOK))
            .results()
            .collect(Collectors.toMap(it -> it.group(1), RunbookTest::commands));

    assertThat(counted).hasSizeGreaterThan(7);
    assertThat(counted.values()).allMatch(count -> count <= 3);
    assertThat(
            ROW.matcher(Files.readString(RUNBOOK))
                .results()
                .collect(Collectors.toMap(it -> it.group(1), it -> Integer.valueOf(it.group(2)))))
        .isEqualTo(counted);
  }

  private static int commands(MatchResult incident) {
    return (int) incident.group(2).lines().count();
  }

  @Test
  void eachDeploymentOfTheRunbookNamesItsStageAndOnlyWhatTheAppKnows() throws IOException {
    assertThat(deployments()).isNotEmpty();
    for (Map<String, String> settings : deployments()) {
      Set<String> known = new HashSet<>();
      Deployment deployment =
          Deployment.from(
              setting -> {
                known.add(setting);
                return Optional.ofNullable(settings.get(setting));
              });

      assertThat(deployment.stage().name()).isEqualTo("prod");
      assertThat(known).containsAll(settings.keySet());
    }
  }

  /** With an alarm that rings CodeDeploy stops what it deploys. */
  @Test
  void goingBackDeploysPastTheAlarmsThatRing() throws IOException {
    String back = between("## Go back to the version before", "\n## ");

    assertThat(deployments(back)).hasSize(1);
    Map<String, String> settings = deployments(back).getFirst();
    Template template =
        STACKS.of(Deployment.from(setting -> Optional.ofNullable(settings.get(setting))));

    template.resourceCountIs("AWS::CodeDeploy::DeploymentGroup", 0);
  }

  private static List<Map<String, String>> deployments() throws IOException {
    return deployments(Files.readString(RUNBOOK));
  }

  private static List<Map<String, String>> deployments(String text) {
    return DEPLOY.matcher(text).results().map(it -> settings(it.group())).toList();
  }

  private static Map<String, String> settings(String command) {
    return SETTING
        .matcher(command)
        .results()
        .collect(Collectors.toMap(it -> it.group(1), it -> it.group(2)));
  }

  private static String between(String start, String end) throws IOException {
    String text = Files.readString(RUNBOOK);
    int from = text.indexOf(start) + start.length();
    return text.substring(from, text.indexOf(end, from));
  }

  private static List<String> anchorsOfAlarms() {
    String alarms = STACKS.trial().findResources("AWS::CloudWatch::Alarm").values().toString();
    return anchorsIn(alarms).distinct().toList();
  }

  private static Stream<String> anchorsIn(String alarms) {
    return ANCHOR.matcher(alarms).results().map(found -> found.group(1));
  }

  private static List<String> headings() throws IOException {
    return Pattern.compile("^## (.+)$", Pattern.MULTILINE)
        .matcher(Files.readString(RUNBOOK))
        .results()
        .map(RunbookTest::anchor)
        .toList();
  }

  private static Map<String, String> parts() throws IOException {
    return Pattern.compile("(?ms)^## ([^\n]+)$(.*?)(?=^## |\\z)")
        .matcher(Files.readString(RUNBOOK))
        .results()
        .collect(Collectors.toMap(RunbookTest::anchor, it -> it.group(2)));
  }

  private static String anchor(MatchResult heading) {
    return heading.group(1).toLowerCase(Locale.ROOT).replace(' ', '-');
  }
}
