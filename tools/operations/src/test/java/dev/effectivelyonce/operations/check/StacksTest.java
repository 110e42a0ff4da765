package dev.effectivelyonce.operations.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Templates that are checked together, and folders of the CDK. */
class StacksTest {
  private static final String QUEUES =
      """
      Resources:
        Queue: {Type: AWS::SQS::Queue, Properties: {VisibilityTimeout: 30}}
      Outputs:
        Arn: {Value: !GetAtt Queue.Arn, Export: {Name: %s}}
      """;
  private static final String FUNCTIONS =
      """
      Parameters:
        Queues: {Type: String, Default: shop}
      Resources:
        Function: {Type: AWS::Lambda::Function, Properties: {Timeout: 30}}
        Mapping:
          Type: AWS::Lambda::EventSourceMapping
          Properties: {EventSourceArn: %s, FunctionName: !Ref Function, BatchSize: 1}
      """;

  private static final String ROLE =
      """
        Role:
          Type: AWS::IAM::Role
          Properties:
            Policies:
              - PolicyDocument:
                  Statement:
                    Effect: Allow
                    Action: [sqs:ReceiveMessage, sqs:DeleteMessage, sqs:GetQueueAttributes]
                    Resource: !Sub 'arn:aws:sqs:${AWS::Region}:${AWS::AccountId}:NAME'
      """;

  @TempDir private Path directory;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          Shop:QueueArn                              | !ImportValue Shop:QueueArn
          !Sub "${AWS::StackName}-QueueArn"          | !ImportValue shop-QueueArn
          !Sub "${AWS::StackName}-QueueArn"          | {'Fn::ImportValue': !Sub "${Queues}-QueueArn"}
          !Sub "${AWS::Region}-Arn"                  | {'Fn::ImportValue': !Sub "${AWS::Region}-Arn"}
          """)
  void anImportedQueueIsCheckedWhereItIs(String exported, String imported) throws IOException {
    write("queues.yaml", QUEUES.formatted(exported));
    write("functions.yaml", FUNCTIONS.formatted(imported));

    List<CheckedTemplate> checked = check("functions.yaml", "queues.yaml");

    assertThat(checked)
        .extracting(CheckedTemplate::file)
        .containsExactly("functions.yaml", "queues.yaml");
    assertThat(rules(checked.get(0))).isEmpty();
    assertThat(rules(checked.get(1)))
        .containsExactly("visibility Queue", "dead-letter-queue Queue");
    assertThat(checked.get(1).findings().getFirst().line()).isEqualTo(2);
    assertThat(rules(check("functions.yaml").getFirst()))
        .containsExactly("source-in-template Mapping");
  }

  static Stream<Arguments> unknownImports() {
    String named = QUEUES.formatted("!Sub '${AWS::StackName}-QueueArn'");
    String queues = QUEUES.formatted("Arn");
    String twice =
        "  NEW: {Value: !Join ['', [!ImportValue OLD, !ImportValue OLD]], Export: {Name: NEW}}\n";
    String doubled =
        IntStream.range(1, 60)
            .mapToObj(i -> twice.replace("NEW", "E" + i).replace("OLD", "E" + (i - 1)))
            .collect(Collectors.joining());
    return Stream.of(
        arguments("no template exports it", "other-Arn", List.of(named)),
        arguments("its name is unknown", "{Ref: Unknown}", List.of(named)),
        arguments(
            "its name is that of another stack",
            "!Sub '${AWS::StackName}-QueueArn'",
            List.of(named)),
        arguments("two templates export it", "Arn", List.of(queues, queues)),
        // For example of a FIFO queue or of a standard one, as a condition says
        arguments(
            "two outputs export it",
            "Arn",
            List.of(queues + "  Other: {Value: !GetAtt Queue.Arn, Export: {Name: Arn}}\n")),
        arguments(
            "it leads to itself",
            "A",
            List.of(
                "Resources: {}\nOutputs: {A: {Value: !ImportValue B, Export: {Name: A}}}",
                "Resources: {}\nOutputs: {B: {Value: !ImportValue A, Export: {Name: B}}}")),
        arguments(
            "each is twice another",
            "E59",
            List.of("Resources: {}\nOutputs:\n  E0: {Value: x, Export: {Name: E0}}\n" + doubled)));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("unknownImports")
  void anImportWithoutOneValueIsUnchecked(String why, String imported, List<String> exporters)
      throws IOException {
    write("functions.yaml", FUNCTIONS.formatted("{'Fn::ImportValue': %s}".formatted(imported)));
    List<String> names = new ArrayList<>(List.of("functions.yaml"));
    for (String exporter : exporters) {
      names.add("exporter%s.yaml".formatted(names.size()));
      write(names.getLast(), exporter);
    }

    assertThat(rules(check(names.toArray(String[]::new)).getFirst()))
        .containsExactly("source-in-template Mapping");
  }

  /** The text of another stack's name means another name here. */
  @Test
  void anExportedNameOfItsStackIsNotThatOfTheImporter() throws IOException {
    write(
        "queues.yaml",
        "Resources: {}\nOutputs: {A: {Value: !Sub 'arn:aws:sqs:eu-west-1:1:${AWS::StackName}-q',"
            + " Export: {Name: A}}}");
    write(
        "functions.yaml",
        FUNCTIONS.formatted("!ImportValue A")
            + "  Own: {Type: AWS::SQS::Queue, Properties: {QueueName: !Sub"
            + " '${AWS::StackName}-q'}}");

    assertThat(rules(check("functions.yaml", "queues.yaml").getFirst()))
        .containsExactly("source-in-template Mapping");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          orders                   | orders                   | ''
          orders                   | others                   | rights-queue Role
          ${AWS::StackName}-orders | ${AWS::StackName}-orders | rights-queue Role
          """)
  void aPolicyMayNameTheQueueOfAnotherTemplate(String queue, String named, String finding)
      throws IOException {
    String queues =
        QUEUES.formatted("Arn").replace("VisibilityTimeout: 30", "QueueName: !Sub 'NAME'");
    String functions = FUNCTIONS.formatted("!ImportValue Arn") + ROLE;
    write("queues.yaml", queues.replace("NAME", queue));
    write(
        "functions.yaml",
        functions.replace("Timeout: 30", "Role: !GetAtt Role.Arn").replace("NAME", named));

    assertThat(String.join(" ", rules(check("functions.yaml", "queues.yaml").getFirst())))
        .isEqualTo(finding);
  }

  /** For example those of two stages. */
  @Test
  void resourcesOfTheSameNameInTwoTemplatesAreTwo() throws IOException {
    String consumer =
        FUNCTIONS.formatted("!GetAtt Queue.Arn")
            + "  Queue: {Type: AWS::SQS::Queue, Properties: {QueueName: q, VisibilityTimeout:"
            + " SECONDS}}";
    write("dev.yaml", consumer.replace("SECONDS", "30"));
    write("prod.yaml", consumer.replace("SECONDS", "180"));

    List<CheckedTemplate> checked = check("dev.yaml", "prod.yaml");

    assertThat(rules(checked.get(0)))
        .containsExactly("visibility Queue", "dead-letter-queue Queue");
    assertThat(rules(checked.get(1))).containsExactly("dead-letter-queue Queue");
  }

  @Test
  void twoStacksThatReadOneQueueAreBothCounted() throws IOException {
    write("queues.yaml", QUEUES.formatted("Arn"));
    write("one.yaml", FUNCTIONS.formatted("!ImportValue Arn"));
    write("two.yaml", FUNCTIONS.formatted("!ImportValue Arn"));

    assertThat(rules(check("one.yaml", "two.yaml", "queues.yaml").get(2)))
        .contains("one-mapping Queue");
  }

  @Test
  void aFileThatIsNamedTwiceIsCheckedOnce() throws IOException {
    write("queues.yaml", QUEUES.formatted("Arn"));
    Files.createSymbolicLink(directory.resolve("link.yaml"), directory.resolve("queues.yaml"));

    assertThat(check("queues.yaml", "./queues.yaml", "link.yaml")).hasSize(1);
  }

  @Test
  void aFolderOfTheCdkHasItsStacksAndNestedOnesAndThoseOfItsStages() throws IOException {
    manifest(
        "cdk.out",
        stack("Shop.template.json"),
        stack("Empty.template.json"),
        stage("assembly-Prod"),
        stage("assembly-Prod"));
    write(
        "cdk.out/Shop.template.json",
        """
        {"Resources": {"Nested": {"Type": "AWS::CloudFormation::Stack",
          "Metadata": {"aws:asset:path": "ShopNested.nested.template.json"}}}}
        """);
    write("cdk.out/ShopNested.nested.template.json", "{\"Resources\": {}}");
    manifest("cdk.out/assembly-Prod", stack("ProdShop.template.json"), stage("."));
    write("cdk.out/assembly-Prod/ProdShop.template.json", FUNCTIONS.formatted("!Ref Q"));
    write("cdk.out/Empty.template.json", "{}");
    write("cdk.out/asset.0.json", "no template");

    assertThat(check("cdk.out/", "cdk.out", "cdk.out/Shop.template.json"))
        .extracting(CheckedTemplate::file)
        .containsExactly(
            "cdk.out/Shop.template.json",
            "cdk.out/ShopNested.nested.template.json",
            "cdk.out/Empty.template.json",
            "cdk.out/assembly-Prod/ProdShop.template.json");
    assertThat(check("cdk.out/Shop.template.json", "cdk.out")).hasSize(4);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          Absent.template.json     | The file cdk.out/Absent.template.json does not exist
          ../outside.json          | The file cdk.out/../outside.json is outside of the folder
          {directory}/outside.json | outside.json is outside of the folder
          link.json                | The file cdk.out/link.json is outside of the folder
          loop.json                | The file cdk.out/loop.json can't be read
          a\\0b                     | can't be read
          ''                       | The template cdk.out/ can't be read
          bad.json                 | The template cdk.out/bad.json is not JSON
          """)
  void aFolderThatNamesWhatItDoesNotHaveIsRefused(String file, String problem) throws IOException {
    manifest(
        "cdk.out",
        stack(file.replace("{directory}", directory.toString()).replace("\\0", "\\u0000")));
    write("outside.json", "{\"Resources\": {}}");
    write("cdk.out/bad.json", "{");
    Files.createSymbolicLink(
        directory.resolve("cdk.out/link.json"), directory.resolve("outside.json"));
    Files.createSymbolicLink(directory.resolve("cdk.out/loop.json"), Path.of("loop.json"));

    assertRefused("cdk.out", problem);
  }

  @Test
  void aFolderWithoutStacksIsRefused() throws IOException {
    Files.createDirectory(directory.resolve("empty"));
    assertRefused("empty", "The file empty/manifest.json does not exist");
    write("odd/manifest.json", "[");
    assertRefused("odd", "The file odd/manifest.json is not JSON");
    manifest("none", stage("."));
    assertRefused("none", "The folder none has no stack");
  }

  private void assertRefused(String name, String problem) {
    Refusal.of(() -> check(name), "", problem);
  }

  private static String stack(String file) {
    return "{\"type\": \"aws:cloudformation:stack\", \"properties\": {\"templateFile\": \"%s\"}}"
        .formatted(file);
  }

  private static String stage(String folder) {
    return "{\"type\": \"cdk:cloud-assembly\", \"properties\": {\"directoryName\": \"%s\"}}"
        .formatted(folder);
  }

  private void manifest(String folder, String... artifacts) throws IOException {
    StringBuilder all = new StringBuilder("\"Tree\": {\"type\": \"cdk:tree\"}");
    for (int i = 0; i < artifacts.length; i++) {
      all.append(", \"A%s\": %s".formatted(i, artifacts[i]));
    }
    write(folder + "/manifest.json", "{\"artifacts\": {%s}}".formatted(all));
  }

  private void write(String name, String text) throws IOException {
    Path file = directory.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private List<CheckedTemplate> check(String... names) {
    return TemplateFile.check(directory, List.of(names), List.of());
  }

  private static List<String> rules(CheckedTemplate checked) {
    return checked.findings().stream().map(it -> it.rule().id() + " " + it.resource()).toList();
  }
}
