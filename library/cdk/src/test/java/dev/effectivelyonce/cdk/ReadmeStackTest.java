package dev.effectivelyonce.cdk;

import static dev.effectivelyonce.cdk.TemplateReader.properties;
import static dev.effectivelyonce.cdk.TestApps.checked;
import static dev.effectivelyonce.cdk.TestApps.zip;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awscdk.App;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.assertions.Match;
import software.amazon.awscdk.assertions.Template;
import software.amazon.awscdk.services.dynamodb.Table;
import software.amazon.awscdk.services.lambda.Code;
import software.amazon.awscdk.services.secretsmanager.Secret;

class ReadmeStackTest {
  @Test
  void thePagesOfOtherSourcesShowWhatCanBeMade(@TempDir Path directory) {
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
  }

  @Test
  void thePagesOfSingleConstructsShowWhatCanBeMade(@TempDir Path directory) {
    Code code =
        Code.fromAsset(zip(directory.resolve("pages.zip"), ConstructPages.HANDLERS).toString());

    Template template = Template.fromStack(new ConstructPages(TestApps.in(directory), code));

    template.hasResourceProperties(
        "AWS::Events::Rule", Map.of("ScheduleExpression", "rate(1 day)", "State", "ENABLED"));
    template.hasResourceProperties(
        "AWS::Lambda::EventSourceMapping", Map.of("BisectBatchOnFunctionError", true));
    assertThat(properties(template, "MailsFunction"))
        .contains("EFFECTIVELY_ONCE_REDIS_HOST=records.example.com");
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
  void whatAnotherAppMadeIsImportedAsThePageShows() {
    writePackage();

    Template template = Template.fromStack(new ImportingStack(TestApps.in(checked("imports"))));

    template.resourceCountIs("AWS::SQS::Queue", 0);
    assertThat(properties(template, "BillsRole")).contains("kms:GenerateDataKey");
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
        .resourceCountIs("AWS::Lambda::Function", 5);
  }

  private static void writePackage() {
    Path unused =
        zip(
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
