package dev.effectivelyonce.cdk;

import static dev.effectivelyonce.cdk.TestApps.checked;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import software.amazon.awscdk.App;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.assertions.Template;
import software.amazon.awscdk.services.ec2.SecurityGroup;
import software.amazon.awscdk.services.ec2.Vpc;
import software.amazon.awscdk.services.kinesis.Stream;
import software.amazon.awscdk.services.rds.Endpoint;

/** APIs, consumers of streams and other functions whose records are in PostgreSQL. */
class RelationalApiTest extends GoldenStackTest {
  private static final String RESOURCE = "cluster-ABC123";
  private static final RelationalStore STORE =
      RelationalStore.at(new Endpoint("shop.example.com", 5432), "shop");

  @Override
  void fill() {
    Vpc vpc = test.vpc("Vpc");
    SecurityGroup database = test.group("Database", vpc);
    IdempotentApi api =
        test.unstoredApi("Api", "Api")
            .relationalStore(as("api").admittedBy(database))
            .vpc(vpc)
            .build();
    IdempotentStreamConsumer events =
        test
            .unstored(IdempotentStreamConsumer.Builder.create(test.stack(), "Events"), "events")
            .stream(Stream.Builder.create(test.stack(), "Stream").build())
            .relationalStore(as("events").admittedBy(database))
            .vpc(vpc)
            .build();
    EffectivelyOnceFunction nightly =
        test.unstored(EffectivelyOnceFunction.Builder.create(test.stack(), "Nightly"), "nightly")
            .relationalStore(as("nightly").admittedBy(database))
            .vpc(vpc)
            .build();
    assertThat(api.table()).isEmpty();
    assertThat(events.table()).isEmpty();
    assertThat(nightly.table()).isEmpty();
    OperationsDashboard.Builder.create(test.stack(), "Operations")
        .consumer("Bills", test.consumer("Bills").build())
        .api("Api", api)
        .build();
  }

  /** A rule in the database's stack would name the function, whose stack names the database. */
  @Test
  void aDatabaseOfAnotherStackIsAdmittedFromTheFunctionsSide() {
    TestStack shop = TestStack.in(checked("two-stacks"));
    Stack data = Stack.Builder.create((App) shop.stack().getNode().getScope(), "Data").build();
    Vpc vpc = Vpc.Builder.create(data, "Vpc").build();
    SecurityGroup theirs = SecurityGroup.Builder.create(data, "Database").vpc(vpc).build();

    shop.unstored(IdempotentApi.Builder.create(shop.stack(), "Api"), "Api")
        .relationalStore(as("api").admittedBy(theirs))
        .vpc(vpc)
        .build();

    Template.fromStack(shop.stack()).resourceCountIs("AWS::EC2::SecurityGroupIngress", 1);
    Template.fromStack(data).resourceCountIs("AWS::EC2::SecurityGroupIngress", 0);
  }

  private static RelationalStore as(String user) {
    return STORE.withToken(user, RESOURCE);
  }
}
