package dev.effectivelyonce.operations.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that are no templates, or odd ones. */
class TemplateFileTest {
  private static final String OPEN = "[".repeat(190);
  private static final String CLOSED = "]".repeat(190);

  @TempDir private Path directory;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          ``                              | neither a template
          ` `                             | neither a template
          null                            | neither a template
          []                              | neither a template
          {}                              | neither a template
          {"Resources": []}               | neither a template
          {"Resources": {                 | is not JSON, from line 1
          {"Resources": {}} {}            | is not JSON, from line 1
          {"Resources": {}} x             | is not JSON, from line 1
          {"values": 1}                   | neither a template
          {"Resources": {"F": {"Type": "AWS::Serverless::Function"}}} | is a template of SAM
          """)
  void whatIsNoTemplateIsRefusedWithARemedy(String content, String problem) throws IOException {
    assertRefused(Files.writeString(directory.resolve("t.json"), content), problem);
  }

  @Test
  void whatIsAbsentOrTooLargeOrAFolderOrTooDeepIsRefused() throws IOException {
    Path large = directory.resolve("large.json");
    try (RandomAccessFile file = new RandomAccessFile(large.toFile(), "rw")) {
      file.setLength((64 << 20) + 1);
    }
    String deep = "{\"Resources\":" + "[".repeat(300);

    assertRefused(large, "has more than 64 MiB");
    assertRefused(directory.resolve("absent.json"), "does not exist");
    assertRefused(directory, "can't be read");
    assertRefused(Files.writeString(directory.resolve("deep.json"), deep), "is nested too deep");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"Resources\": {}}",
        "{\"Resources\": {\"A\": 1, \"B\": null, \"C\": [], \"Fn::ForEach::D\": [\"x\"]}}",
        "{\"Resources\": {\"Topic\": {\"Type\": \"AWS::SNS::Topic\"}}}",
        "{\"Resources\": {\"Queue\": {\"Type\": \"AWS::SQS::Queue\", \"Properties\": {}}}}",
        "{\"values\": {\"root_module\": {}}}",
        "{\"planned_values\": {\"root_module\": {\"resources\": [1, {}], \"child_modules\": {}}}}"
      })
  void aTemplateWithoutConsumersHasNothingToCheck(String content) throws IOException {
    CheckedTemplate checked = check(Files.writeString(directory.resolve("t.json"), content));

    assertThat(checked.consumers()).isZero();
    assertThat(checked.findings()).isEmpty();
  }

  /** None of these is a defect of the program; what can't be read from them is not judged. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"EventSourceArn\": {\"Ref\": \"M\"}, \"FunctionName\": {\"Ref\": \"M\"}}",
        "{\"EventSourceArn\": {\"Fn::GetAtt\": [\"Q\", \"Arn\"]}, \"FunctionName\": {\"Ref\":"
            + " \"Alias\"}}",
        "{\"EventSourceArn\": {\"Fn::GetAtt\": [\"Q\", \"Arn\"]}, \"FunctionName\": {\"Fn::Sub\":"
            + " \"${Q.Arn.X.Y}${\"}, \"BatchSize\": [], \"ScalingConfig\": 7}",
        "{\"EventSourceArn\": {\"Fn::Join\": 1}, \"FunctionName\": {\"Fn::If\": [\"Circle\"]}}",
        "{\"EventSourceArn\": {\"Fn::GetAtt\": [\"Q\", \"Arn\"]}, \"FunctionResponseTypes\":"
            + " {\"a\": {}}, \"MaximumBatchingWindowInSeconds\": 1e999}",
        "{\"EventSourceArn\": \"arn:aws:dynamodb:x\", \"MaximumRecordAgeInSeconds\": \"soon\"}",
        "[]",
        "7"
      })
  void aMappingOfAnOddShapeIsNoDefect(String mapping) throws IOException {
    String template =
        """
        {"Conditions": {"Circle": {"Fn::Not": [{"Condition": "Circle"}]}}, "Resources": {
          "M": {"Type": "AWS::Lambda::EventSourceMapping", "Properties": %s},
          "Alias": {"Type": "AWS::Lambda::Alias", "Properties": {"FunctionName": {"Ref": "Alias"}}},
          "Q": {"Type": "AWS::SQS::Queue", "Condition": "Circle", "Properties":
            {"RedrivePolicy": {"deadLetterTargetArn": {"Fn::GetAtt": ["Q", "Arn"]}, "maxReceiveCount": -1}}}
        }}
        """
            .formatted(mapping);

    CheckedTemplate checked = check(Files.writeString(directory.resolve("t.json"), template));

    assertThat(checked.consumers()).isPositive();
  }

  /** Without an answer that is kept, this one would be asked for 2 to the power of 60 times. */
  @Test
  void aConditionIsAnsweredOnce() throws IOException {
    String conditions =
        IntStream.range(0, 60)
            .mapToObj(
                i ->
                    "\"C%s\": {\"Fn::And\": [{\"Condition\": \"C%s\"}, {\"Condition\": \"C%2$s\"}]}"
                        .formatted(i, i + 1))
            .collect(Collectors.joining(","));
    String template =
        "{\"Conditions\": {%s}, \"Resources\": {\"Q\": {\"Condition\": \"C0\"}}}"
            .formatted(conditions);

    assertThat(check(Files.writeString(directory.resolve("t.json"), template)).findings())
        .isEmpty();
  }

  @Test
  void aListThatAParameterHasIsSeveralValues() throws IOException {
    String template =
        """
        Parameters:
          Policies:
            Type: CommaDelimitedList
            Default: a:policy/AWSLambdaSQSQueueExecutionRole, a:policy/AWSXRayDaemonWriteAccess
        Resources:
          Queue: {Type: AWS::SQS::Queue}
          Role: {Type: AWS::IAM::Role, Properties: {ManagedPolicyArns: !Ref Policies}}
          Function: {Type: AWS::Lambda::Function, Properties: {Role: !GetAtt Role.Arn}}
          Mapping:
            Type: AWS::Lambda::EventSourceMapping
            Properties: {EventSourceArn: !GetAtt Queue.Arn, FunctionName: !Ref Function, BatchSize: 1}
        """;

    assertThat(check(Files.writeString(directory.resolve("t.yaml"), template)).findings())
        .extracting(it -> it.rule().id())
        .containsExactly("dead-letter-queue");
  }

  /** All of its parts would need gigabytes, or hours. */
  @ParameterizedTest
  @CsvSource({"'', :", "'', :${", "!Sub, ${"})
  void aTextThatIsTooLongForAnArnIsNoName(String function, String part) throws IOException {
    String template =
        """
        Resources:
          Queue: {Type: AWS::SQS::Queue, Properties: {QueueName: q}}
          Mapping:
            Type: AWS::Lambda::EventSourceMapping
            Properties: {BatchSize: 1, EventSourceArn: %s 'arn:aws:sqs:%s:q'}
        """
            .formatted(function, part.repeat(400_000));

    assertThat(check(Files.writeString(directory.resolve("t.yaml"), template)).findings())
        .extracting(it -> it.rule().id())
        .containsExactly("source-in-template", "function-in-template");
  }

  @Test
  void whatLeadsToEachOtherTooOftenIsRefused() throws IOException {
    String conditions =
        IntStream.range(0, 100_000)
            .mapToObj(i -> "C%s: {Condition: C%s}".formatted(i, i + 1))
            .collect(Collectors.joining(", "));
    String lists =
        IntStream.range(1, 100)
            .mapToObj(i -> "A%s: &a%s %s*a%s%s\n".formatted(i, i, OPEN, i - 1, CLOSED))
            .collect(Collectors.joining("", "A0: &a0 " + OPEN + CLOSED + "\n", ""));

    assertTooLong("Conditions: {" + conditions + "}\nResources: {Q: {Condition: C0}}");
    assertTooLong(lists + "Resources: {Q: {Properties: {A: *a99}}}");
  }

  private void assertTooLong(String content) throws IOException {
    Path file = Files.writeString(directory.resolve("t.yaml"), content);

    Refusal.of(() -> check(file), "The templates ", "lead to each other too often");
  }

  /** Without a value that is kept and a longest text, it would take 2 to the power of 50 steps. */
  @ParameterizedTest
  @ValueSource(strings = {"\"\"", "\"x\""})
  void aTextThatIsTwiceAnotherEnds(String text) throws IOException {
    String doubled = text;
    for (int i = 0; i < 50; i++) {
      doubled = "{\"Fn::Sub\": [\"${A}${A}\", {\"A\": " + doubled + "}]}";
    }
    String template =
        "{\"Resources\": {\"Q\": {\"Properties\": {\"QueueName\": %s}}}}".formatted(doubled);

    assertThat(check(Files.writeString(directory.resolve("t.json"), template)).findings())
        .isEmpty();
  }

  @Test
  void anAcceptedFindingIsCountedApart() throws IOException {
    Path file =
        Files.writeString(
            directory.resolve("t.json"),
            """
            {"Resources": {
              "Queue": {"Type": "AWS::SQS::Queue", "Properties": {}},
              "Mapping": {"Type": "AWS::Lambda::EventSourceMapping", "Properties":
                {"EventSourceArn": {"Fn::GetAtt": ["Queue", "Arn"]}, "FunctionName": "x", "BatchSize": 1}}
            }}
            """);
    Accepted accepted = Accepted.of("dead-letter-queue=Queue: it holds nothing: of value");
    Accepted other = Accepted.of("dead-letter-queue=Other: unused");

    CheckedTemplate checked = TemplateFile.check(file, "t.json", List.of(accepted, other));

    assertThat(accepted.reason()).isEqualTo("it holds nothing: of value");
    assertThat(checked.accepted()).containsExactly(accepted);
    assertThat(checked.findings())
        .extracting(it -> it.rule().id())
        .containsExactly("function-in-template");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "visibility", "visibility=Queue", "visibility=Queue:", "odd=Q: why"})
  void anAcceptanceNeedsARuleAResourceAndAReason(String text) {
    Refusal.of(() -> Accepted.of(text), "", "");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {"rule": "visibility", "resource": "Queue", "reason": "it ends", "until": "2026-02-28"} | 2026-02-28
          {"rule": "visibility", "resource": "Queue", "reason": "it ends"}                        | ``
          """)
  void aFileAcceptsFindingsUntilADay(String entry, String until) throws IOException {
    List<Accepted> accepted = accepted("[" + entry + "]");

    assertThat(accepted)
        .containsExactly(
            new Accepted(
                "visibility",
                "Queue",
                "it ends",
                until.isEmpty() ? Optional.empty() : Optional.of(LocalDate.parse(until))));
    assertThat(accepted.getFirst().isOver(LocalDate.parse("2026-02-28"))).isFalse();
    assertThat(accepted.getFirst().isOver(LocalDate.parse("2026-03-01")))
        .isNotEqualTo(until.isEmpty());
    assertThat(accepted("- {rule: visibility, resource: Q, reason: it ends, until: 2026-02-28}"))
        .extracting(Accepted::until)
        .containsExactly(Optional.of(LocalDate.parse("2026-02-28")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          ``                                                               | is no list
          {}                                                               | is no list
          - visibility                                                     | whose rule is no text
          - {}                                                             | whose rule is no text
          - {rule: odd, resource: Q, reason: why}                          | of the unknown rule odd
          - {rule: visibility, resource: Q}                                | whose reason is no text
          - {rule: visibility, resource: Q, reason: ' '}                   | whose reason is no text
          - {rule: visibility, resource: [Q], reason: why}                 | whose resource is no text
          - {rule: visibility, resource: Q, reason: why, until: soon}      | whose until is no day
          - {rule: visibility, resource: Q, reason: why, until: 2026-02-30} | whose until is no day
          - {rule: visibility, resource: Q, reason: why, until: }          | whose until is no day
          - {rule: visibility, resource: Q, reason: why, untill: soon}     | the unknown field untill
          `- {rule: visibility, resource: Q, reason: why}\\n- {}`           | at place 2
          """)
  void aFileThatAcceptsAnythingElseIsRefused(String text, String problem) {
    String start = "The file accepted.yaml ";

    assertThat(Refusal.of(() -> accepted(text.translateEscapes()), start, problem))
        .contains("reason");
  }

  private List<Accepted> accepted(String text) throws IOException {
    return Accepted.read(
        Files.writeString(directory.resolve("accepted.yaml"), text), "accepted.yaml");
  }

  private void assertRefused(Path file, String problem) {
    Refusal.of(() -> check(file), "The template t.json ", problem);
  }

  private static CheckedTemplate check(Path file) {
    return TemplateFile.check(file, "t.json", List.of());
  }
}
