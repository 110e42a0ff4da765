package dev.effectivelyonce.operations.check;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Plans and states of Terraform, among them what {@code deploy/terraform} makes. */
class TerraformTest {
  private static final Path RECORD = Path.of("../../build/deploy/terraform/recorded.jsonl");
  private static final Path PLAN = Path.of("src/test/resources/check/plan.json");
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private Path directory;

  @ParameterizedTest
  @ValueSource(
      strings = {"Standard", "Fifo", "Gathering", "Seconds10", "Seconds900", "Encrypted Tuned"})
  void theModulesOfThisRepositoryHaveNoFinding(String cases) throws IOException {
    CheckedTemplate checked = check(state(cases));

    assertThat(checked.findings()).isEmpty();
    assertThat(checked.checks()).isGreaterThan(25);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          "visibility_timeout_seconds":180 | "visibility_timeout_seconds":60  | visibility
          "ReportBatchItemFailures"        | ""                               | partial-responses
          \\"maxReceiveCount\\":20           | \\"maxReceiveCount\\":3            | outage-stated
          "message_retention_seconds":1209600 | "message_retention_seconds":3600 | dead-letters-retention
          \\"sqs:DeleteMessage\\",           |                                  | rights-queue
          "attribute_name":"expiration"    | "attribute_name":"ttl"           | table-expiry
          \\"redrivePermission\\":\\"byQueue\\" | \\"redrivePermission\\":\\"denyAll\\" | redrive-allowed
          function:Function:live","function_response | function:Function","function_response | snapstart-alias
          "metric_name":"held"             | "metric_name":"other"            | alarms-function
          """)
  void aRuleFindsWhatBreaksItInAState(String from, String to, String rule) throws IOException {
    String right = state("Standard");
    assertThat(right).contains(from);

    assertThat(check(right.replace(from, to == null ? "" : to)).findings())
        .extracting(it -> it.rule().id())
        .contains(rule);
  }

  /** The ARNs of new queues and aliases are not known to a plan, but where they come from is. */
  @Test
  void aPlanIsFollowedThroughModulesAndVariables() throws IOException {
    CheckedTemplate checked = check(Files.readString(PLAN));

    assertThat(checked.findings())
        .extracting(it -> it.rule().id() + " " + it.resource())
        .contains(
            "visibility module.queues[\"a.b]\"].aws_sqs_queue.source",
            "dead-letters-retention module.queues[\"a.b]\"].aws_sqs_queue.dead")
        .noneMatch(it -> it.contains("-in-template"));
  }

  @Test
  void whatAPlanDoesNotSayIsNotJudged() throws IOException {
    String plan = Files.readString(PLAN).replace("\"aws_lambda_alias.live[0].arn\", ", "");

    assertThat(check(plan.replace("aws_lambda_alias.live[0]", "local.alias")).findings())
        .extracting(it -> it.rule().id())
        .contains("function-in-template")
        .doesNotContain("visibility");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          true  | :7       |
          false | :$LATEST | snapstart-alias
          """)
  void theVersionOfAFunctionIsKnownByItsQualifiedArn(
      boolean isPublished, String version, @Nullable String rule) throws IOException {
    String arn = "arn:aws:lambda:us-east-1:111122223333:function:Function";
    String state =
        state("Standard")
            .replace("\"function_name\":\"" + arn + ":live", "\"function_name\":\"" + arn + version)
            .replace("\"publish\":true", "\"publish\":%s".formatted(isPublished))
            .replace(
                "\"arn\":\"" + arn + "\"",
                "\"arn\":\"%s\",\"qualified_arn\":\"%s\"".formatted(arn, arn + version));

    assertThat(check(state).findings())
        .extracting(it -> it.rule().id())
        .isEqualTo(Stream.ofNullable(rule).toList());
  }

  /** A plan has references, not the text around them. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          arn           | true  | UNCHECKED
          qualified_arn | true  |
          qualified_arn | false | ERROR
          """)
  void aPlanSaysOfAQualifiedArnWhetherItHasAVersion(
      String attribute, boolean isPublished, @Nullable String severity) throws IOException {
    String plan =
        Files.readString(PLAN)
            .replace(
                "\"aws_lambda_alias.live[0].arn\", \"aws_lambda_alias.live[0]\","
                    + " \"aws_lambda_alias.live\"",
                "\"aws_lambda_function.orders.%s\", \"aws_lambda_function.orders\""
                    .formatted(attribute))
            .replace(
                "\"timeout\": 60",
                "\"timeout\": 60, \"snap_start\": [{\"apply_on\": \"PublishedVersions\"}],"
                    + " \"publish\": %s".formatted(isPublished));

    assertThat(check(plan).findings())
        .filteredOn(it -> it.rule().id().equals("snapstart-alias"))
        .extracting(it -> it.severity().name())
        .isEqualTo(Stream.ofNullable(severity).toList());
  }

  @Test
  void anAlarmOnAnExpressionWatchesItsMetrics() throws IOException {
    String state = state("Standard");
    String query =
        "\"metric_query\":[{\"id\":\"sum\",\"expression\":\"held\",\"metric\":[]},"
            + "{\"id\":\"held\",\"metric\":[{\"namespace\":\"EffectivelyOnce\","
            + "\"metric_name\":\"held\","
            + "\"dimensions\":{\"function\":\"shop-orders\"}}]}]";
    String changed =
        state.replaceFirst(
            "\"dimensions\":\\{\"function\":\"shop-orders\"},(\"evaluation_periods\":[0-9]+),"
                + "\"metric_name\":\"held\",\"namespace\":\"EffectivelyOnce\"",
            "$1," + query);
    assertThat(changed).isNotEqualTo(state);

    assertThat(check(changed).findings()).isEmpty();
  }

  /** Its policies are those of all roles that it names. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ["Role"]  |
          [null]    | rights-queue UNCHECKED
          ["Other"] | rights-queue ERROR
          """)
  void aPolicyIsAttachedToSeveralRoles(String roles, @Nullable String finding) throws IOException {
    String state =
        state("Standard")
            .replace("sqs:ReceiveMessage", "sqs:GetQueueUrl")
            .replaceFirst(
                "\"resources\":\\[",
                "\"resources\":[{\"address\":\"aws_iam_policy_attachment.a\","
                    + "\"type\":\"aws_iam_policy_attachment\",\"name\":\"a\",\"values\":"
                    + "{\"roles\":%s,\"policy_arn\":".formatted(roles)
                    + "\"arn:aws:iam::aws:policy/service-role/AWSLambdaSQSQueueExecutionRole\"}},");

    assertThat(check(state).findings())
        .extracting(it -> it.rule().id() + " " + it.severity())
        .isEqualTo(Stream.ofNullable(finding).toList());
  }

  @Test
  void anAttachmentIsAddedToManagedPoliciesOfOneText() throws IOException {
    String state =
        state("Standard")
            .replace(
                "\"name_prefix\":\"shop-orders-\"",
                "\"managed_policy_arns\":\"arn:aws:iam::1:policy/Own\"")
            .replaceFirst(
                "\"resources\":\\[",
                "\"resources\":[{\"address\":\"aws_iam_role_policy_attachment.a\","
                    + "\"type\":\"aws_iam_role_policy_attachment\",\"name\":\"a\",\"values\":"
                    + "{\"role\":\"Role\",\"policy_arn\":"
                    + "\"arn:aws:iam::aws:policy/service-role/AWSLambdaSQSQueueExecutionRole\"}},");

    assertThat(check(state).findings()).isEmpty();
  }

  @Test
  void aVariableThatOnlyTheDeploymentKnowsIsThere() throws IOException {
    String plan =
        Files.readString(PLAN)
            .replace(
                "\"timeout\": 60",
                "\"timeout\": 60, \"environment\": [{\"variables\": {\"A\": \"B\"}}]")
            .replace("[\"ReportBatchItemFailures\"]", "[]")
            .replace(
                "\"resource_changes\": [",
                "\"resource_changes\": [{\"address\": \"aws_lambda_function.orders\","
                    + "\"change\": {\"after_unknown\": {\"environment\": [{\"variables\":"
                    + " {\"EFFECTIVELY_ONCE_CONSUMER\": true}}]}}},");

    assertThat(check(plan).findings())
        .extracting(it -> it.rule().id())
        .contains("partial-responses")
        .doesNotContain("partial-responses-advised");
  }

  private CheckedTemplate check(String text) throws IOException {
    Path file = Files.writeString(directory.resolve("state.json"), text);
    return TemplateFile.check(file, "state.json", List.of());
  }

  /** As {@code terraform show -json} writes it; the record's table has another name for its id. */
  private static String state(String cases) throws IOException {
    List<String> wanted = List.of((cases + " Records").split(" ", -1));
    ObjectNode root = JSON.createObjectNode();
    ArrayNode resources = root.putObject("values").putObject("root_module").putArray("resources");
    for (String line : Files.readAllLines(RECORD)) {
      JsonNode recorded = JSON.readTree(line);
      boolean isOther = cases.contains(" ") && recorded.path("case").asText().equals("Records");
      if (wanted.contains(recorded.path("case").asText()) && !isOther) {
        resources.add(
            ((ObjectNode) recorded)
                .put(
                    "address",
                    "%s.%s[%s]"
                        .formatted(
                            recorded.path("type").asText(),
                            recorded.path("name").asText(),
                            recorded.path("index"))));
      }
    }
    return root.toString().replace("\"Records\"", "\"records\"");
  }
}
