package dev.effectivelyonce.cdk;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awscdk.App;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.assertions.Match;
import software.amazon.awscdk.assertions.Template;
import software.amazon.awscdk.services.dynamodb.Table;
import software.amazon.awscdk.services.lambda.Code;
import software.amazon.awscdk.services.secretsmanager.Secret;

class ReadmeStackTest {
  private static final Path SOURCES = Path.of("src/test/java/dev/effectivelyonce/cdk");
  private static final Pattern OF_SOURCE =
      Pattern.compile("```java\n(Idempotent.*?)```", Pattern.DOTALL);
  private static final Pattern BLOCK =
      Pattern.compile(
          "```java\n"
              + "((?:IdempotencyTable |DeadLetterReplay|IdempotentApi|IdempotentConsumer ).*?)```",
          Pattern.DOTALL);

  /** A stream has no such alarms. */
  private static final Set<StreamAlarm> OF_OTHER_SOURCES =
      Set.of(StreamAlarm.OFFSET_LAG, StreamAlarm.QUEUE_DEPTH, StreamAlarm.DEAD_LETTERED);

  @ParameterizedTest
  @CsvSource({"README.md, 1", "docs/operator.md, 1", "docs/http.md, 1", "docs/your-stack.md, 2"})
  void thePagesShowTheCodeOfThisBuild(String page, int blocks) throws IOException {
    String source =
        Files.readString(SOURCES.resolve("ReadmeStack.java"))
            + Files.readString(SOURCES.resolve("OwnStack.java"));
    String text = Files.readString(Path.of("../..").resolve(page));

    assertThat(BLOCK.matcher(text).results().map(it -> it.group(1)))
        .hasSize(blocks)
        .allSatisfy(it -> assertThat(source).contains(it.indent(4)));
  }

  @Test
  void thePagesOfOtherSourcesShowTheCodeOfThisBuild(@TempDir Path directory) throws IOException {
    TestStack test = TestStack.in(directory);
    SourcePages made =
        new SourcePages(
            test,
            "arn:aws:kafka:eu-central-1:123456789012:cluster/shop/u-2",
            "arn:aws:mq:eu-central-1:123456789012:broker:shop:b-1",
            Secret.fromSecretCompleteArn(
                test.stack(),
                "Login",
                "arn:aws:secretsmanager:eu-central-1:123456789012:secret:login-Ab12Cd"));

    assertThat(made.getNode().getChildren()).hasSize(2);
    String source = Files.readString(SOURCES.resolve("SourcePages.java")).replaceAll("\\s+", " ");
    for (String page : List.of("docs/kafka.md", "docs/rabbitmq.md")) {
      assertThat(OF_SOURCE.matcher(Files.readString(Path.of("../..").resolve(page))).results())
          .singleElement()
          .satisfies(it -> assertThat(source).contains(it.group(1).replaceAll("\\s+", " ")));
    }
  }

  @Test
  void thePagesOfSingleConstructsShowWhatCanBeMade(@TempDir Path directory) {
    Code code =
        Code.fromAsset(
            TestApps.zip(directory.resolve("pages.zip"), ConstructPages.HANDLERS).toString());

    Template template = Template.fromStack(new ConstructPages(TestApps.in(directory), code));

    template.hasResourceProperties(
        "AWS::Events::Rule", Map.of("ScheduleExpression", "rate(1 day)", "State", "ENABLED"));
    template.hasResourceProperties(
        "AWS::Lambda::EventSourceMapping", Map.of("BisectBatchOnFunctionError", true));
    template.hasResourceProperties(
        "AWS::Lambda::Function",
        Match.objectLike(
            Map.of(
                "Environment",
                Match.objectLike(
                    Map.of(
                        "Variables",
                        Match.objectLike(
                            Map.of("EFFECTIVELY_ONCE_REDIS_HOST", "records.example.com")))))));
  }

  @Test
  void aFunctionCanBeMadeAnother(@TempDir Path directory) {
    writePackage();

    Template template = Template.fromStack(new OwnStack(TestApps.in(directory)));

    template.resourceCountIs("AWS::SQS::Queue", 2);
    template.hasResourceProperties(
        "AWS::Lambda::Function", Map.of("Runtime", "java21", "TracingConfig", Match.absent()));
    template.hasResourceProperties("AWS::Lambda::EventSourceMapping", Map.of("Enabled", false));
    template.hasResourceProperties(
        "AWS::DynamoDB::Table", Map.of("TableClass", "STANDARD_INFREQUENT_ACCESS"));
  }

  @Test
  void whatAnotherAppMadeIsImportedAsThePageShows() throws IOException {
    writePackage();
    String page = Files.readString(Path.of("../../docs/networks-and-keys.md"));
    int from = page.indexOf("ITable records =");
    String shown = page.substring(from, page.indexOf("```", from)).indent(4);
    assertThat(Files.readString(SOURCES.resolve("ImportingStack.java"))).contains(shown);

    Template template =
        Template.fromStack(new ImportingStack(TestApps.in(TestApps.checked("imports"))));

    template.resourceCountIs("AWS::SQS::Queue", 0);
    assertThat(TemplateReader.properties(template, "BillsRole")).contains("kms:GenerateDataKey");
  }

  @Test
  void itIsAStack(@TempDir Path directory) {
    writePackage();
    App app = TestApps.in(directory);

    Stack own = new Stack(app, "Own");

    Template.fromStack(
            new ReadmeStack(
                app,
                Table.fromTableName(own, "Orders", "orders"),
                Table.fromTableName(own, "Bookings", "bookings")))
        .resourceCountIs(
            "AWS::CloudWatch::Alarm",
            ConsumerAlarm.values().length
                + 1
                + StreamAlarm.values().length
                - OF_OTHER_SOURCES.size()
                + ApiAlarm.values().length
                + 2);
  }

  private static void writePackage() {
    Path unused =
        TestApps.zip(
            Path.of("target/functions.zip"),
            List.of(
                "com.example.OrdersHandler",
                "com.example.ReplayHandler",
                "com.example.ClicksHandler",
                "com.example.BookingsHandler",
                "com.example.UnsettledHandler",
                "com.example.BillsHandler"));
  }
}
