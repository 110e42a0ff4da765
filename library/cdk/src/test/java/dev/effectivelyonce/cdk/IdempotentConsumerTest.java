package dev.effectivelyonce.cdk;

import dev.effectivelyonce.core.engine.ConsumerMode;
import dev.effectivelyonce.core.store.Listing;
import java.time.Duration;
import software.amazon.awscdk.services.codedeploy.LambdaDeploymentConfig;
import software.amazon.awscdk.services.logs.RetentionDays;
import software.amazon.awscdk.services.s3.Bucket;
import software.amazon.awscdk.services.s3.BucketEncryption;

class IdempotentConsumerTest extends GoldenStackTest {

  @Override
  void fill() {
    IdempotencyTable.Builder.create(test.stack(), "Warm").warmWritesPerSecond(20_000).build();
    test.consumer("Plain").build();
    test.consumer("Tuned")
        .queueName("shop-tuned")
        .timeout(Duration.ofSeconds(10))
        .memoryMib(512)
        .batchSize(100)
        .batchingWindow(Duration.ofSeconds(20))
        .maximumConcurrency(7)
        .visibilityTimeout(Duration.ofSeconds(90))
        .sourceRetention(Duration.ofDays(1))
        .deadLetterRetention(Duration.ofDays(2))
        .maxReceiveCount(40)
        .outageTolerance(Duration.ofMinutes(5))
        .backoff(Duration.ofSeconds(4), Duration.ofSeconds(20))
        .recordRetention(Duration.ofDays(30))
        .oldestMessageAlarm(Duration.ofMinutes(10))
        .logRetention(RetentionDays.ONE_WEEK)
        .lifecycle(DataLifecycle.DISCARD)
        .mode(ConsumerMode.OBSERVE)
        .listing(Listing.OPEN)
        .heartbeat(Duration.ofMinutes(1))
        .environment("GREETING", "hello")
        .allow("arn:aws:s3:::invoices/new", "s3:PutObject")
        .alarmAction(test.telling("Topic"))
        .build();
    test.consumer("Quick")
        .source(QueueKind.FIFO)
        .fifoThroughput(FifoThroughput.PER_MESSAGE_GROUP)
        .gradualDeployment(LambdaDeploymentConfig.CANARY_10_PERCENT_5_MINUTES)
        .recordAccess(RecordAccess.OWN_RECORDS)
        // A missing object is told from a missing right by s3:ListBucket.
        .payloadBucket(
            Bucket.Builder.create(test.stack(), "Payloads")
                .encryption(BucketEncryption.KMS)
                .encryptionKey(test.key("Key"))
                .build())
        .build();
    test.consumer("Lenient")
        .payloadBucket(Bucket.fromBucketName(test.stack(), "Theirs", "shop-payloads"))
        .build();
  }
}
