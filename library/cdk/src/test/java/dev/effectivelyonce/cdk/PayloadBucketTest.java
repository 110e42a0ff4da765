package dev.effectivelyonce.cdk;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awscdk.assertions.Template;
import software.amazon.awscdk.services.s3.Bucket;
import software.amazon.awscdk.services.s3.BucketEncryption;
import software.amazon.awscdk.services.s3.IBucket;

/** What a consumer may do with the bucket of its payloads. */
class PayloadBucketTest {
  @TempDir private Path directory;

  @Test
  void itsObjectsAreReadAndAMissingOneIsToldFromAMissingRight() {
    TestStack test = TestStack.in(directory);
    IBucket bucket =
        Bucket.Builder.create(test.stack(), "Payloads")
            .encryption(BucketEncryption.KMS)
            .encryptionKey(test.key("Key"))
            .build();

    Template template = with(test, bucket);

    assertThat(rights(template))
        .containsExactly("Payloads/* s3:GetObject", "Payloads s3:ListBucket", "Key kms:Decrypt");
    assertThat(TemplateReader.values(template, "OrdersFunction"))
        .contains("Environment.Variables.EFFECTIVELY_ONCE_PAYLOAD_BUCKET={Ref=Payloads}");
  }

  @Test
  void aBucketOfAnotherAppIsNamed() {
    TestStack test = TestStack.in(directory);

    Template template =
        with(test, Bucket.fromBucketName(test.stack(), "Payloads", "shop-payloads"));

    assertThat(rights(template))
        .containsExactly(
            "arn:AWS::Partition:s3:::shop-payloads/* s3:GetObject",
            "arn:AWS::Partition:s3:::shop-payloads s3:ListBucket");
  }

  @Test
  void withoutABucketThereIsNoRightToAny() {
    TestStack test = TestStack.in(directory);
    test.consumer("Orders").build();

    assertThat(rights(Template.fromStack(test.stack()))).isEmpty();
  }

  private static Template with(TestStack test, IBucket bucket) {
    test.consumer("Orders").payloadBucket(bucket).build();
    return Template.fromStack(test.stack());
  }

  private static List<String> rights(Template template) {
    return TemplateReader.rights(template, "OrdersRole").stream()
        .filter(right -> right.contains("s3:") || right.contains("kms:"))
        .toList();
  }
}
