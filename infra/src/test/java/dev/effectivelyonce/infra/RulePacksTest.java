package dev.effectivelyonce.infra;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.cdk.TestApps;
import io.github.cdklabs.cdknag.NIST80053R4Checks;
import io.github.cdklabs.cdknag.NIST80053R5Checks;
import io.github.cdklabs.cdknag.NagPackProps;
import io.github.cdklabs.cdknag.ServerlessChecks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awscdk.App;
import software.amazon.awscdk.Aspects;
import software.amazon.awscdk.assertions.Annotations;
import software.amazon.awscdk.assertions.Match;
import software.amazon.awscdk.cxapi.SynthesisMessage;
import software.amazon.awscdk.services.dynamodb.Attribute;
import software.amazon.awscdk.services.dynamodb.AttributeType;
import software.amazon.awscdk.services.dynamodb.Table;
import software.amazon.awscdk.services.sqs.Queue;

/**
 * cdk-nag's packs beside AwsSolutions: Serverless and both of NIST 800-53. What they find and what
 * stays all the same is in {@code build/checks/exceptions.txt}, with the reasons, so that the
 * template that users deploy carries none of it.
 */
@Tag("full")
class RulePacksTest {
  private static final String TOOL = "cdk-nag:";
  private static final String TOPIC = "arn:aws:sns:eu-west-1:123456789012:operators";

  @TempDir Path directory;

  private final Set<Excepted> used = new HashSet<>();

  @Test
  void everyStageIsCleanButForTheExceptionsAndEachOfThemIsNeeded() throws IOException {
    SampleApps.functionsZip(directory);
    List<Excepted> exceptions = exceptions();

    List<Finding> left =
        Stream.concat(
                Stage.all().stream().map(stage -> checked(stage, Map.of())),
                Stream.of(
                    checked(Stage.prod(), Map.of("kafka", SampleStacks.CLUSTER)),
                    checked(Stage.prod(), Map.of("rabbitmq", SampleStacks.BROKER))))
            .flatMap(stack -> findings(stack).stream())
            .filter(finding -> isLeft(finding, exceptions))
            .toList();

    assertThat(left).isEmpty();
    assertThat(used).containsExactlyInAnyOrderElementsOf(exceptions);
  }

  @Test
  void eachPackFindsWhatIsWrong() throws IOException {
    SampleApps.functionsZip(directory);
    List<Excepted> exceptions = exceptions();
    SampleStack stack = checked(Stage.dev(), Map.of());
    Table.Builder.create(stack, "Careless")
        .partitionKey(Attribute.builder().name("id").type(AttributeType.STRING).build())
        .build();
    Queue.Builder.create(stack, "Lonely").build();

    assertThat(findings(stack).stream().filter(finding -> isLeft(finding, exceptions)))
        .extracting(Finding::rule)
        .contains(
            "Serverless-SQSRedrivePolicy",
            "NIST.800.53.R4-DynamoDBPITREnabled",
            "NIST.800.53.R5-DynamoDBPITREnabled");
  }

  private SampleStack checked(Stage stage, Map<String, String> more) {
    Map<String, String> context = new HashMap<>(more);
    context.putAll(Map.of("stage", stage.name(), "alarms", TOPIC));
    App app = TestApps.in(directory.resolve(Integer.toString(context.hashCode())), context);
    NagPackProps props = NagPackProps.builder().reports(false).build();
    Stream.of(
            new ServerlessChecks(props), new NIST80053R4Checks(props), new NIST80053R5Checks(props))
        .forEach(Aspects.of(app)::add);
    return EffectivelyOnceApp.addStack(app, directory);
  }

  private static List<Finding> findings(SampleStack stack) {
    Annotations found = Annotations.fromStack(stack);
    return Stream.of(
            found.findError("*", Match.anyValue()), found.findWarning("*", Match.anyValue()))
        .flatMap(List::stream)
        .map(Finding::of)
        .toList();
  }

  private boolean isLeft(Finding finding, List<Excepted> exceptions) {
    List<Excepted> hits = exceptions.stream().filter(it -> it.covers(finding)).toList();
    used.addAll(hits);
    return hits.isEmpty();
  }

  private static List<Excepted> exceptions() throws IOException {
    List<Excepted> exceptions = new ArrayList<>();
    String file = Files.readString(Path.of("..", "build", "checks", "exceptions.txt"));
    for (String block : file.replaceAll("(?m)^#.*\n", "").strip().split("\n\n", -1)) {
      String[] lines = block.split("\n", 3);
      assertThat(lines).as("rules, resources, reason").hasSize(3);
      Stream.of(lines[0].split(" ", -1))
          .filter(rule -> rule.startsWith(TOOL))
          .map(rule -> new Excepted(rule.substring(TOOL.length()), lines[1]))
          .forEach(exceptions::add);
    }
    return exceptions;
  }

  private record Excepted(String rule, String names) {
    boolean covers(Finding finding) {
      return finding.rule().equals(rule) && Pattern.matches(names, finding.name());
    }
  }

  private record Finding(String rule, String name) {
    @SuppressWarnings("deprecation") // Annotations answers with nothing newer.
    static Finding of(SynthesisMessage message) {
      String path = message.getId().replaceFirst("^/[^/]+/", "").replaceFirst("/Resource$", "");
      String text = String.valueOf(message.getEntry().getData());
      return new Finding(text.replaceFirst("(?s):.*", ""), path.replace("/", ""));
    }
  }
}
