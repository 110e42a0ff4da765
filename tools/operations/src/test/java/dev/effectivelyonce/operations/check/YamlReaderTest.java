package dev.effectivelyonce.operations.check;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Templates in YAML are those in JSON, and no text in YAML harms the program. */
class YamlReaderTest {
  private static final Path TEMPLATES = Path.of("src/test/resources/check");

  @TempDir private Path directory;

  @Test
  void theTemplateThatKeepsTheRulesHasNoFindingInYamlEither() {
    CheckedTemplate yaml = check(TEMPLATES.resolve("consumer.yaml"));
    CheckedTemplate json = check(TEMPLATES.resolve("consumer.json"));

    assertThat(yaml.findings()).isEmpty();
    assertThat(yaml.checks()).isEqualTo(json.checks());
  }

  @Test
  void aFindingNamesTheLineInYaml() throws IOException {
    String right = Files.readString(TEMPLATES.resolve("consumer.yaml"));
    String wrong = right.replace("Seconds: 180", "Seconds: 60");

    CheckedTemplate checked = check(write(wrong));

    assertThat(checked.findings())
        .extracting(it -> it.rule().id() + " " + it.line())
        .contains("visibility " + (wrong.lines().toList().indexOf("  Queue:") + 1));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          !Ref Queue                          | {"Ref": "Queue"}
          !Condition IsSmall                  | {"Condition": "IsSmall"}
          !GetAtt Queue.Arn                   | {"Fn::GetAtt": "Queue.Arn"}
          !GetAtt [Queue, Arn]                | {"Fn::GetAtt": ["Queue", "Arn"]}
          !Sub '${Queue}-copy'                | {"Fn::Sub": "${Queue}-copy"}
          !Sub ['${A}', {A: !Ref B}]          | {"Fn::Sub": ["${A}", {"A": {"Ref": "B"}}]}
          !Join [':', [a, !Ref B]]            | {"Fn::Join": [":", ["a", {"Ref": "B"}]]}
          !If [C, 1, !Ref AWS::NoValue]       | {"Fn::If": ["C", 1, {"Ref": "AWS::NoValue"}]}
          !FindInMap [M, !Ref R, k]           | {"Fn::FindInMap": ["M", {"Ref": "R"}, "k"]}
          !Select [0, !GetAZs '']             | {"Fn::Select": [0, {"Fn::GetAZs": ""}]}
          !ImportValue queue                  | {"Fn::ImportValue": "queue"}
          !Not [!Condition C]                 | {"Fn::Not": [{"Condition": "C"}]}
          {Fn::Base64: !Sub x}                | {"Fn::Base64": {"Fn::Sub": "x"}}
          !Later x                            | {"Fn::Later": "x"}
          Yes                                 | true
          off                                 | false
          'Yes'                               | "Yes"
          180                                 | 180
          '180'                               | "180"
          !!str 180                           | "180"
          -1                                  | -1
          111122223333                        | 111122223333
          012345678901                        | "012345678901"
          012345670123                        | "012345670123"
          0300                                | "0300"
          0x1F                                | "0x1F"
          1_000                               | "1_000"
          3:00                                | "3:00"
          30.0                                | "30.0"
          99999999999999999999                | "99999999999999999999"
          2012-10-17                          | "2012-10-17"
          ~                                   | null
          [a, {b: c}]                         | ["a", {"b": "c"}]
          [&a {b: [1]}, *a]                   | [{"b": [1]}, {"b": [1]}]
          {<<: &a {b: 1, c: 1}, b: 2}         | {"b": 2, "c": 1}
          {<<: [{b: 1}, {b: 2, c: 3}]}        | {"b": 1, "c": 3}
          {"<<": 1, On: 2}                    | {"<<": 1, "On": 2}
          """)
  void yamlIsReadAsTheSameTemplateInJson(String yaml, String json) throws IOException {
    Path file = write("Value: " + yaml);

    assertThat(new TreeFile(file, "The template t", "").read().root().path("Value"))
        .isEqualTo(new ObjectMapper().readTree(json));
  }

  /** CloudFormation takes 0180 and 3:00 for other numbers than they look: no rule judges them. */
  @ParameterizedTest
  @ValueSource(strings = {"0300", "3:00", "0xB4", "180.0", "1_800"})
  void aNumberThatNotAllReadersTakeForTheSameIsUnchecked(String seconds) throws IOException {
    String right = Files.readString(TEMPLATES.resolve("consumer.yaml"));

    assertThat(check(write(right.replace("Seconds: 180", "Seconds: " + seconds))).findings())
        .extracting(it -> it.severity() + " " + it.rule().id())
        .contains("UNCHECKED visibility")
        .allMatch(it -> it.startsWith("UNCHECKED"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"\uFEFF%s", "---\n%s", "%YAML 1.1\n---\n%s\n...\n", "# a: b\n%s"})
  void whatMayStandAroundATemplateChangesNothing(String form) throws IOException {
    String template =
        "Resources:\n  Q:\n    Type: AWS::SQS::Queue\n    Properties: {RedrivePolicy: 1}";
    String text = form.replace("%s", template);

    assertThat(check(write(text)).consumers()).isEqualTo(1);
    assertThat(check(write(text.replace("\n", "\r\n"))).consumers()).isEqualTo(1);
    assertThat(check(Files.write(file(), text.getBytes(StandardCharsets.UTF_16))).consumers())
        .isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {% a %}                                      | is not JSON, from line 1
          Resources: !!java.lang.ProcessBuilder [[ls]] | has the tag tag:yaml.org,2002:java.lang.ProcessBuilder
          Resources: !!binary aaaa                     | has the tag
          Resources: !<x:y> {}                         | has the tag x:y
          Resources: [&a [*a]]                         | has the alias *a of no earlier value
          Resources: *a                                | has the alias *a of no earlier value
          Resources: {a: 1, a: 2}                      | has the key "a" twice, in line 1
          Resources: {? [a] : 1}                       | has a key that is no text, in line 1
          Resources: {!Ref a: 1}                       | has a key that is no text, in line 1
          Resources: {<<: 1}                           | merges what is no mapping by <<
          Resources: !Base64 !Sub x                    | is not YAML, from line 1
          Resources: [                                 | is not YAML, from line 1
          `Resources:\\n\\tQ: 1`                       | is not YAML, from line 2
          `Resources: {}\\n---\\nResources: {}`        | has a second document, in line 2
          `Resources: {\\n  A: 1,\\n  A: 2}`           | has the key "A" twice, in line 3
          `a\0b`                                       | has a character that YAML does not allow
          `resource "aws_sqs_queue" "q" {}`             | neither a template
          `# nothing`                                  | neither a template
          `Resources:`                                 | neither a template
          `Resources: {F: {Type: AWS::Serverless::Function}}` | is a template of SAM
          """)
  void whatIsNoTemplateIsRefusedWithTheLine(String content, String problem) throws IOException {
    assertRefused(write(content.translateEscapes()), problem);
  }

  @Test
  void aliasesThatMakeTheTemplateHugeAreRefused() throws IOException {
    String bomb =
        IntStream.range(1, 60)
            .mapToObj(i -> "a%s: &a%s [*a%s, *a%3$s]\n".formatted(i, i, i - 1))
            .collect(Collectors.joining("", "a0: &a0 [x]\n", ""));

    assertRefused(write(bomb), "repeats more than 1000000 values by aliases");
  }

  @Test
  void whatIsNoTextOrTooDeepIsRefused() throws IOException {
    assertRefused(
        Files.write(file(), new byte[] {'a', ':', ' ', (byte) 0xe9, '\n'}), "is no text in UTF-8");
    assertRefused(
        Files.write(file(), new byte[] {(byte) 0xff, (byte) 0xfe, 'a'}), "is no text in UTF-8");
    assertRefused(Files.write(file(), new byte[] {'P', 'K', 3, 4}), "has a character");
    assertRefused(write("Resources: " + "[".repeat(100_000)), "is nested too deep");
    assertRefused(write("- ".repeat(100_000)), "is nested too deep");
    assertRefused(write("a: " + "1:".repeat(100_000) + "1"), "neither a template");
  }

  private Path file() {
    return directory.resolve("t.yaml");
  }

  private Path write(String text) throws IOException {
    return Files.writeString(file(), text);
  }

  private static void assertRefused(Path file, String problem) {
    Refusal.of(() -> check(file), "The template t.yaml ", problem);
  }

  private static CheckedTemplate check(Path file) {
    return TemplateFile.check(file, "t.yaml", List.of());
  }
}
