package dev.effectivelyonce.cdk;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awscdk.Annotations;
import software.amazon.awscdk.ArnComponents;
import software.amazon.awscdk.ArnFormat;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.Token;
import software.amazon.awscdk.services.dynamodb.ITable;
import software.amazon.awscdk.services.iam.AddToResourcePolicyResult;
import software.amazon.awscdk.services.iam.PolicyStatement;
import software.amazon.awscdk.services.iam.ServicePrincipal;
import software.amazon.awscdk.services.kms.IKey;
import software.amazon.awscdk.services.logs.LogGroup;
import software.amazon.awscdk.services.s3.IBucket;
import software.amazon.awscdk.services.secretsmanager.ISecret;
import software.amazon.awscdk.services.sqs.IQueue;
import software.amazon.awscdk.services.sqs.Queue;
import software.amazon.awscdk.services.sqs.QueueEncryption;

/** Adds what a customer-managed key needs: on what it encrypts, and for its users. */
final class Keys {
  private Keys() {}

  /** Returns the rights to read and write a table and its stream, if it has a key. */
  static Stream<Permission> toUse(ITable table) {
    return right(
        table.getEncryptionKey(),
        "kms:Decrypt",
        "kms:DescribeKey",
        "kms:Encrypt",
        "kms:GenerateDataKey",
        "kms:ReEncryptFrom",
        "kms:ReEncryptTo");
  }

  /** Returns the right to read a secret, if it has a key. */
  static Stream<Permission> toRead(ISecret secret) {
    return right(secret.getEncryptionKey(), "kms:Decrypt");
  }

  /** Returns the right to read the objects of a bucket, if it has a key. */
  static Stream<Permission> toRead(IBucket bucket) {
    return right(bucket.getEncryptionKey(), "kms:Decrypt");
  }

  /** Returns the rights to receive from a queue, if it has a key. */
  static Stream<Permission> toReceive(IQueue queue) {
    return right(queue.getEncryptionMasterKey(), "kms:Decrypt");
  }

  /** Returns the rights to send to a queue, if it has a key. */
  static Stream<Permission> toSend(IQueue queue) {
    return right(queue.getEncryptionMasterKey(), "kms:Decrypt", "kms:GenerateDataKey");
  }

  static Queue.Builder encrypt(Queue.Builder queue, Optional<IKey> key) {
    return key.map(it -> queue.encryption(QueueEncryption.KMS).encryptionMasterKey(it))
        .orElseGet(() -> queue.encryption(QueueEncryption.SQS_MANAGED));
  }

  /**
   * Encrypts logs: the key has to name the service. It names all log groups of account and Region,
   * since one group would refer to the key that refers to it.
   */
  static void encrypt(LogGroup.Builder logs, Stack stack, IKey key) {
    String groups =
        stack.formatArn(
            ArnComponents.builder()
                .service("logs")
                .resource("*")
                .arnFormat(ArnFormat.NO_RESOURCE_NAME)
                .build());
    AddToResourcePolicyResult result =
        key.addToResourcePolicy(
            PolicyStatement.Builder.create()
                .principals(
                    List.of(new ServicePrincipal("logs." + stack.getRegion() + ".amazonaws.com")))
                .actions(
                    List.of(
                        "kms:Decrypt",
                        "kms:DescribeKey",
                        "kms:Encrypt",
                        "kms:GenerateDataKey",
                        "kms:GenerateDataKeyWithoutPlaintext",
                        "kms:ReEncryptFrom",
                        "kms:ReEncryptTo"))
                .resources(List.of("*"))
                .conditions(Map.of("ArnLike", Map.of("kms:EncryptionContext:aws:logs:arn", groups)))
                .build());
    if (!Boolean.TRUE.equals(result.getStatementAdded())) {
      Annotations.of(key)
          .addWarningV2(
              "effectively-once:key-for-logs",
              ("This app can't change the policy of the key %s. A deployment fails until it lets"
                      + " the service logs use the key. \"With your own key\" in"
                      + " docs/networks-and-keys.md has the statement.")
                  .formatted(key.getNode().getPath()));
    }
    logs.encryptionKey(key);
  }

  private static Stream<Permission> right(@Nullable IKey key, String... actions) {
    Optional<IKey> used = Optional.ofNullable(key);
    used.ifPresent(it -> warnOfAnotherAccount(it, actions));
    return used.stream().map(it -> Permission.of(it.getKeyArn(), actions));
  }

  /** In its own account the roles' rights are enough, unless the key's policy says otherwise. */
  private static void warnOfAnotherAccount(IKey key, String... actions) {
    String account = key.getEnv().getAccount();
    String own = Stack.of(key).getAccount();
    if (!Token.isUnresolved(account) && !Token.isUnresolved(own) && !account.equals(own)) {
      Annotations.of(key)
          .addWarningV2(
              "effectively-once:key-of-another-account",
              ("The key %s is of account %s. The functions can't use it until its policy lets their"
                      + " roles use %s, in addition to their own rights.")
                  .formatted(key.getNode().getPath(), account, String.join(", ", actions)));
    }
  }
}
