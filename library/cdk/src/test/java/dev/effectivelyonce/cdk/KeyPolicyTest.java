package dev.effectivelyonce.cdk;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awscdk.App;
import software.amazon.awscdk.Environment;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.assertions.Annotations;
import software.amazon.awscdk.assertions.Match;
import software.amazon.awscdk.assertions.Matcher;
import software.amazon.awscdk.services.dynamodb.Table;
import software.amazon.awscdk.services.dynamodb.TableAttributes;
import software.amazon.awscdk.services.kms.Key;

/** The policy of a key that the app does not create stays as it is, so synthesis warns. */
class KeyPolicyTest {
  private static final Matcher OF_A_KEY = Match.stringLikeRegexp("effectively-once:key");

  @TempDir Path directory;

  @Test
  void aKeyOfAnotherAppHasToLetTheServiceOfLogsUseIt() {
    TestStack test = TestStack.in(directory);
    test.consumer("Keyed")
        .encryptionKey(
            Key.fromKeyArn(test.stack(), "Theirs", "arn:aws:kms:eu-west-1:123456789012:key/5f2b-1"))
        .build();

    Annotations.fromStack(test.stack())
        .hasWarning(
            "/Shop/Theirs",
            Match.stringLikeRegexp(
                "This app can't change the policy of the key Shop/Theirs\\. A deployment fails"
                    + " until it lets the service logs use the key\\."));
  }

  @Test
  void aKeyOfThisAppIsSetUpForAllThatUseIt() {
    TestStack test = TestStack.in(directory);
    test.consumer("Keyed").encryptionKey(test.key("Ours")).build();

    Annotations.fromStack(test.stack()).hasNoWarning("*", OF_A_KEY);
  }

  @Test
  void aTablesKeyOfAnotherAccountHasToLetTheFunctionsUseIt() {
    TestStack empty = TestStack.in(directory);
    Stack stack =
        Stack.Builder.create((App) empty.stack().getNode().getScope(), "Own")
            .env(Environment.builder().account("123456789012").region("eu-west-1").build())
            .build();
    TestStack test = new TestStack(stack, empty.code(), empty.table());
    for (String account : List.of("123456789012", "111122223333")) {
      test.consumer("Of" + account)
          .idempotencyTable(
              Table.fromTableAttributes(
                  stack,
                  "Table" + account,
                  TableAttributes.builder()
                      .tableArn("arn:aws:dynamodb:eu-west-1:123456789012:table/t" + account)
                      .encryptionKey(
                          Key.fromKeyArn(
                              stack,
                              "Key" + account,
                              "arn:aws:kms:eu-west-1:" + account + ":key/5f2b-1"))
                      .build()))
          .build();
    }

    Annotations found = Annotations.fromStack(stack);
    found.hasNoWarning("/Own/Key123456789012", OF_A_KEY);
    found.hasWarning(
        "/Own/Key111122223333",
        Match.stringLikeRegexp(
            "The key Own/Key111122223333 is of account 111122223333\\. The functions can't use it"
                + " until its policy lets their roles use kms:Decrypt, kms:DescribeKey,"
                + " kms:Encrypt, kms:GenerateDataKey, kms:ReEncryptFrom, kms:ReEncryptTo"));
  }
}
