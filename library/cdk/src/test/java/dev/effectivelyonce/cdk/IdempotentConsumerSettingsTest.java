package dev.effectivelyonce.cdk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.engine.ConsumerMode;
import dev.effectivelyonce.core.store.Listing;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awscdk.assertions.Match;
import software.amazon.awscdk.services.cloudwatch.actions.SnsAction;
import software.amazon.awscdk.services.logs.RetentionDays;
import software.amazon.awscdk.services.sns.Topic;

class IdempotentConsumerSettingsTest extends StackTest {

  @Override
  void fill() {
    Topic topic = Topic.Builder.create(test.stack(), "Topic").build();
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
        .alarmAction(new SnsAction(topic))
        .build();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          TunedQueue | QueueName=shop-tuned
          TunedDeadLetterQueue | QueueName=shop-tuned-DeadLetters
          TunedQueue | VisibilityTimeout=90
          TunedQueue | MessageRetentionPeriod=86400
          TunedQueue | RedrivePolicy.maxReceiveCount=40
          TunedQueue | DeletionPolicy=Delete
          TunedDeadLetterQueue | MessageRetentionPeriod=172800
          TunedDeadLetterQueue | DeletionPolicy=Delete
          AWS::Lambda::EventSourceMapping | BatchSize=100
          AWS::Lambda::EventSourceMapping | MaximumBatchingWindowInSeconds=20
          AWS::Lambda::EventSourceMapping | ScalingConfig.MaximumConcurrency=7
          TunedFunction | Timeout=10
          TunedFunction | MemorySize=512
          TunedFunction | Environment.Variables.GREETING=hello
          TunedFunction | Environment.Variables.EFFECTIVELY_ONCE_RETENTION=PT720H
          TunedFunction | Environment.Variables.EFFECTIVELY_ONCE_MAX_RECEIVE_COUNT=40
          TunedFunction | Environment.Variables.EFFECTIVELY_ONCE_BACKOFF_FIRST=PT4S
          TunedFunction | Environment.Variables.EFFECTIVELY_ONCE_BACKOFF_LONGEST=PT20S
          TunedFunction | Environment.Variables.EFFECTIVELY_ONCE_OUTAGE_TOLERANCE=PT5M
          TunedFunction | Environment.Variables.EFFECTIVELY_ONCE_MODE=OBSERVE
          TunedFunction | Environment.Variables.EFFECTIVELY_ONCE_LISTING=OPEN
          TunedFunction | Environment.Variables.EFFECTIVELY_ONCE_HEARTBEAT=PT1M
          TunedLogs | RetentionInDays=7
          TunedOldestMessageAlarm | Threshold=600
          """)
  void whatIsSetIsWhatEachGets(String resource, String value) {
    assertThat(values(resource)).contains(value);
  }

  @Test
  void alarmsTellWhoIsToBeTold() {
    template.resourceCountIs("AWS::CloudWatch::Alarm", ConsumerAlarm.values().length);
    template.allResourcesProperties(
        "AWS::CloudWatch::Alarm",
        Map.of(
            "AlarmActions",
            List.of(Map.of("Ref", Match.stringLikeRegexp("^Topic"))),
            "OKActions",
            List.of(Map.of("Ref", Match.stringLikeRegexp("^Topic")))));
  }
}
