package dev.effectivelyonce.infra;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.cdk.IdempotencyTable;
import dev.effectivelyonce.cdk.IdempotentWorkerService;
import dev.effectivelyonce.cdk.RelationalOutbox;
import dev.effectivelyonce.cdk.RelationalStore;
import dev.effectivelyonce.cdk.TestApps;
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
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.assertions.Template;
import software.amazon.awscdk.services.ec2.Vpc;
import software.amazon.awscdk.services.ecs.ContainerImage;
import software.amazon.awscdk.services.lambda.Code;
import software.amazon.awscdk.services.rds.Endpoint;
import software.amazon.awscdk.services.sqs.Queue;

/** An alarm at night sends people to the runbook: what it names has to be there. */
class RunbookTest {
  private static final Path RUNBOOK = Path.of("..", "docs", "operations.md");
  private static final Pattern DEPLOY = Pattern.compile("npx cdk deploy[^`\n]*");
  private static final Pattern SETTING = Pattern.compile("-c ([a-z]+)=([^ ]+)");
  private static final Pattern ANCHOR = Pattern.compile("docs/operations\\.md#([a-z-]+)");

  private static final Pattern LISTED = Pattern.compile("(?m)^\\| \\[[^]]+]\\(#([a-z-]+)\\) \\|");
  private static final String TOPIC = "arn:aws:sns:eu-west-1:123456789012:";

  private static final Path ALARMS = Path.of("..", "docs", "alarms.md");

  /** A row of the page of alarms: name, urgency, and part of the runbook. */
  private static final Pattern ALARM_ROW =
      Pattern.compile(
          "(?m)^\\| `(?<alarm>\\w+)` \\| [^|]+ \\| (?<urgency>page|ticket) \\|"
              + " \\[[^]]+]\\(operations\\.md#(?<part>[a-z-]+)\\) \\|$");

  @RegisterExtension static final SampleStacks STACKS = new SampleStacks();

  @Test
  void theRunbookHasAPartForEachAlarm() throws IOException {
    List<String> anchors = anchorsOfAlarms();

    assertThat(anchors).contains("dead-letters", "replay-errors").hasSizeGreaterThan(9);
    assertThat(headings()).containsAll(anchors);
  }

  @Test
  void itsTablesOfPagesAndTicketsAreThoseOfTheTopics() throws IOException {
    Template template =
        STACKS.of(Map.of("stage", "trial", "alarms", TOPIC + "page", "tickets", TOPIC + "ticket"));

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

  /** The page of alarms has a row for each alarm of the samples and of an app with the others. */
  @Test
  void thePageOfAlarmsHasEachAlarmAndNoOther(@TempDir Path directory) throws IOException {
    List<MatchResult> rows = rowsOfAlarms().toList();
    Set<MatchResult> ringing = new HashSet<>();
    for (Map.Entry<String, String> alarm : alarmsOfAllConstructs(directory)) {
      List<MatchResult> its =
          rows.stream()
              .filter(row -> alarm.getKey().contains(row.group("alarm")))
              .filter(row -> anchorsIn(alarm.getValue()).toList().contains(row.group("part")))
              .toList();

      assertThat(its).as("rows of %s: %s", alarm.getKey(), alarm.getValue()).hasSize(1);
      ringing.addAll(its);
    }

    assertThat(rows).hasSizeGreaterThan(34).allMatch(ringing::contains);
  }

  private static List<Map.Entry<String, String>> alarmsOfAllConstructs(Path directory) {
    return Stream.of(
            STACKS.trial(),
            STACKS.prod(),
            STACKS.of(Map.of("stage", "trial", "kafka", SampleStacks.CLUSTER)),
            STACKS.of(Map.of("stage", "trial", "rabbitmq", SampleStacks.BROKER)),
            others(directory))
        .flatMap(RunbookTest::alarms)
        .toList();
  }

  @Test
  void thePageOfAlarmsTellsPagesFromTickets() throws IOException {
    for (MatchResult row : rowsOfAlarms().toList()) {
      assertThat(listed(row.group("urgency"))).as(row.group()).contains(row.group("part"));
    }
  }

  private static Stream<MatchResult> rowsOfAlarms() throws IOException {
    return ALARM_ROW.matcher(Files.readString(ALARMS)).results();
  }

  /** The alarms of a template, as logical id and description. */
  private static Stream<Map.Entry<String, String>> alarms(Template template) {
    return Stream.of("AWS::CloudWatch::Alarm", "AWS::CloudWatch::CompositeAlarm")
        .flatMap(type -> template.findResources(type).entrySet().stream())
        .map(it -> Map.entry(it.getKey(), it.getValue().toString()));
  }

  /** What no sample has: an outbox in PostgreSQL, and a service of workers. */
  private static Template others(Path directory) {
    Stack stack = new Stack(TestApps.in(directory), "Others");
    Vpc vpc = Vpc.Builder.create(stack, "Vpc").build();
    Path zip = TestApps.zip(directory.resolve("functions.zip"), List.of("shop.Publisher"));
    RelationalOutbox.Builder.create(stack, "Outbox")
        .code(Code.fromAsset(zip.toString()))
        .handler("shop.Publisher::handleRequest")
        .vpc(vpc)
        .relationalStore(
            RelationalStore.at(new Endpoint("ledger.example.com", 5432), "shop")
                .withToken("ledger", "cluster-ABC123"))
        .destination("fulfilment", Queue.Builder.create(stack, "Target").build())
        .build();
    IdempotentWorkerService.Builder.create(stack, "Shipping")
        .consumerName("shipping")
        .image(ContainerImage.fromRegistry("example.com/shipping:1"))
        .vpc(vpc)
        .idempotencyTable(IdempotencyTable.Builder.create(stack, "Records").build().table())
        .build();
    return Template.fromStack(stack);
  }

  /** The alarms of a table of the runbook: each row begins with a link to its part. */
  private static List<String> listed(String urgency) throws IOException {
    Pattern table =
        Pattern.compile("(?ms)^### " + urgency + "\\b(.*?)(?=^#|\\z)", Pattern.CASE_INSENSITIVE);
    return table
        .matcher(between("## Which alarms page", "\n## "))
        .results()
        .flatMap(it -> LISTED.matcher(it.group(1)).results())
        .map(it -> it.group(1))
        .toList();
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
    Template template = STACKS.of(settings);

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

  private static String anchor(MatchResult heading) {
    return heading.group(1).toLowerCase(Locale.ROOT).replace(' ', '-');
  }
}
