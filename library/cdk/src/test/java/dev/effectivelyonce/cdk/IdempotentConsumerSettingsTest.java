package dev.effectivelyonce.cdk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.engine.ConsumerMode;
import dev.effectivelyonce.core.store.Listing;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awscdk.assertions.Match;
import software.amazon.awscdk.assertions.Template;
import software.amazon.awscdk.services.cloudwatch.actions.SnsAction;
import software.amazon.awscdk.services.logs.RetentionDays;
import software.amazon.awscdk.services.sns.Topic;

@TestInstance(Lifecycle.PER_CLASS)
class IdempotentConsumerSettingsTest {
  /** A consumer of which everything was set. */
  private Template tuned;

  @BeforeAll
  void synthesize(@TempDir Path directory) {
    TestStack test = TestStack.in(directory);
    tune(test);
    tuned = Template.fromStack(test.stack());
  }

  private static void tune(TestStack test) {
    Topic topic = Topic.Builder.create(test.stack(), "Topic").build();
    test.consumer("Tuned")
        .timeout(Duration.ofSeconds(10))
        .memoryMib(512)
        .batchSize(100)
        .batchingWindow(Duration.ofSeconds(20))
        .maximumConcurrency(7)
        .visibilityTimeout(Duration.ofSeconds(90))
        .sourceRetention(Duration.ofDays(1))
        .deadLetterRetention(Duration.ofDays(2))
        .maxReceiveCount(40)
        .survivesOutageOf(Duration.ofMinutes(5))
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
        .alarmAction(new SnsAction(topic))
        .build();
  }

  @Test
  void whatIsSetIsWhatTheQueuesGet() {
    assertThat(TemplateReader.property(tuned, "TunedQueue", "VisibilityTimeout")).isEqualTo(90);
    assertThat(TemplateReader.property(tuned, "TunedQueue", "MessageRetentionPeriod"))
        .isEqualTo(86_400);
    assertThat(TemplateReader.property(tuned, "TunedDeadLetterQueue", "MessageRetentionPeriod"))
        .isEqualTo(172_800);
    tuned.hasResourceProperties(
        "AWS::SQS::Queue",
        Map.of("RedrivePolicy", Match.objectLike(Map.of("maxReceiveCount", 40))));
    tuned.allResources("AWS::SQS::Queue", Match.objectLike(Map.of("DeletionPolicy", "Delete")));
  }

  @Test
  void whatIsSetIsWhatTheEventSourceGets() {
    tuned.hasResourceProperties(
        "AWS::Lambda::EventSourceMapping",
        Map.of(
            "BatchSize", 100,
            "MaximumBatchingWindowInSeconds", 20,
            "ScalingConfig", Map.of("MaximumConcurrency", 7)));
  }

  @Test
  void whatIsSetIsWhatTheFunctionGets() {
    tuned.hasResourceProperties(
        "AWS::Lambda::Function",
        Map.of(
            "Timeout",
            10,
            "MemorySize",
            512,
            "Environment",
            Map.of(
                "Variables",
                Map.of(
                    "GREETING", "hello",
                    "EFFECTIVELY_ONCE_RETENTION", "PT720H",
                    "EFFECTIVELY_ONCE_MAX_RECEIVE_COUNT", "40",
                    "EFFECTIVELY_ONCE_BACKOFF_FIRST", "PT4S",
                    "EFFECTIVELY_ONCE_BACKOFF_LONGEST", "PT20S",
                    "EFFECTIVELY_ONCE_SURVIVES_OUTAGE_OF", "PT5M",
                    "EFFECTIVELY_ONCE_MODE", "OBSERVE",
                    "EFFECTIVELY_ONCE_LISTING", "OPEN",
                    "EFFECTIVELY_ONCE_HEARTBEAT", "PT1M"))));
    tuned.hasResourceProperties("AWS::Logs::LogGroup", Map.of("RetentionInDays", 7));
  }

  @Test
  void alarmsTellWhoIsToBeTold() {
    tuned.resourceCountIs("AWS::CloudWatch::Alarm", ConsumerAlarm.values().length);
    tuned.allResourcesProperties(
        "AWS::CloudWatch::Alarm",
        Map.of(
            "AlarmActions",
            List.of(Map.of("Ref", Match.stringLikeRegexp("^Topic"))),
            "OKActions",
            List.of(Map.of("Ref", Match.stringLikeRegexp("^Topic")))));
    tuned.hasResourceProperties(
        "AWS::CloudWatch::Alarm", Alarms.on("TunedQueue", "ApproximateAgeOfOldestMessage", 600));
  }
}
