package dev.effectivelyonce.tests.sources;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadConstraints;
import dev.effectivelyonce.batch.UnfinishedBatchException;
import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.sqs.SqsStreamHandler;
import dev.effectivelyonce.testkit.sqs.TestContext;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Whatever is wrong with a record, it holds no other of its batch, and its batch comes to an end.
 */
class MutatedRecordsTest {
  private static final int EVENTS = 1_000;
  private static final long SEED = 20_261;
  private static final Pattern FAILURE = Pattern.compile("\"itemIdentifier\":\"\\w");

  /** Finds out what is JSON, however deep or long it is. */
  private static final JsonFactory JSON =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(Integer.MAX_VALUE)
                  .maxNameLength(Integer.MAX_VALUE)
                  .maxNumberLength(Integer.MAX_VALUE)
                  .build())
          .build();

  private final Rig rig = new Rig(Source.KAFKA);
  private final List<String> reported = new ArrayList<>();
  private final List<String> ran = new CopyOnWriteArrayList<>();

  MutatedRecordsTest() {
    rig.maxAttempts = Optional.of(2);
    rig.doing(
        attempt -> {
          // In some sources a parcel's id is two parts of its key.
          ran.add(attempt.key().readable().replace("/", ""));
          return HandlerResult.completed();
        });
  }

  /** A source, and what a record of it is. */
  enum Read {
    SQS(
        "{\"Records\":[<records>]}",
        """
        {"messageId":"m-<id>","receiptHandle":"r-<id>","md5OfBody":"0",
        "body":"{\\"id\\":\\"<id>\\",\\"weight\\":1}",
        "attributes":{"ApproximateReceiveCount":"1","SentTimestamp":"1545082649183",
        "AWSTraceHeader":"Root=1-5759e988-bd862e3fe1be46a994272793"},
        "messageAttributes":{"trace":{"stringValue":"t","stringListValues":[],
        "binaryListValues":[],"dataType":"String"},"raw":{"binaryValue":"iVA=","dataType":"Binary"}},
        "eventSource":"aws:sqs","eventSourceARN":"arn:aws:sqs:eu-central-1:123456789012:parcels",
        "awsRegion":"eu-central-1"}\
        """),
    KINESIS(
        "{\"Records\":[<records>]}",
        """
        {"kinesis":{"kinesisSchemaVersion":"1.0","partitionKey":"p","sequenceNumber":"<at>",
        "data":"<data>","approximateArrivalTimestamp":1545084650.987},"eventSource":"aws:kinesis",
        "eventVersion":"1.0","eventID":"shardId-000000000001:<at>","eventName":"aws:kinesis:record",
        "eventSourceARN":"arn:aws:kinesis:eu-central-1:123456789012:stream/parcels"}\
        """),
    TABLE(
        "{\"Records\":[<records>]}",
        """
        {"eventID":"e<at>","eventName":"MODIFY","eventVersion":"1.1","eventSource":"aws:dynamodb",
        "dynamodb":{"ApproximateCreationDateTime":1545084650,"Keys":{"id":{"S":"<id>"}},
        "OldImage":{"id":{"S":"<id>"},"weight":{"N":"1"},"tags":{"L":[{"S":"a"},{"NULL":true}]}},
        "NewImage":{"id":{"S":"<id>"},"weight":{"N":"2"},"more":{"M":{"b":{"B":"iVA="}}}},
        "SequenceNumber":"<at>","SizeBytes":26,"StreamViewType":"NEW_AND_OLD_IMAGES"},
        "userIdentity":{"type":"Service","principalId":"dynamodb.amazonaws.com"},
        "eventSourceARN":"arn:aws:dynamodb:eu-central-1:123456789012:table/Parcels/stream/1"}\
        """),
    KAFKA(
        """
        {"eventSource":"aws:kafka","bootstrapServers":"b-1.parcels:9092","records":
        {"parcels-0":[<records>]}}
        """,
        """
        {"topic":"parcels","partition":0,"offset":<at>,"timestamp":1545084650987,
        "timestampType":"CREATE_TIME","key":"cA==","value":"<data>",
        "headers":[{"id":[112,-61,40]},{"id":[113]}],"valueSchemaMetadata":{"dataFormat":"AVRO"}}\
        """),
    RABBITMQ(
        """
        {"eventSource":"aws:rmq","eventSourceArn":"arn:aws:mq:eu-central-1:123456789012:broker:p:b",
        "rmqMessagesByQueue":{"parcels::/":[<records>]}}
        """,
        """
        {"basicProperties":{"contentType":"text/plain","contentEncoding":null,"headers":{"header1":
        {"bytes":[118,97]},"list":[{"bytes":[1]},7],"table":{"a":{"b":true}},"x-delivery-count":2},
        "deliveryMode":1,"priority":34,"messageId":"m-<at>","timestamp":"Jan 1, 1970, 12:33:41 AM",
        "bodySize":80},"redelivered":true,"data":"<data>"}\
        """);

    private static final String RECORDS = "<records>";

    private final String event;
    private final String record;

    Read(String event, String record) {
      this.event = event;
      this.record = record;
    }

    String record(int position, String id) {
      String data = Base64.getEncoder().encodeToString(new Parcel(id, 1).json().getBytes(UTF_8));
      return record
          .replace("<at>", Integer.toString(position))
          .replace("<id>", id)
          .replace("<data>", data);
    }

    byte[] event(byte[] first, String second) {
      int place = event.indexOf(RECORDS);
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      bytes.writeBytes(event.substring(0, place).getBytes(UTF_8));
      bytes.writeBytes(first);
      bytes.writeBytes(("," + second).getBytes(UTF_8));
      bytes.writeBytes(event.substring(place + RECORDS.length()).getBytes(UTF_8));
      return bytes.toByteArray();
    }
  }

  @ParameterizedTest
  @EnumSource
  void noneHoldsAnother(Read source) {
    RequestStreamHandler consumer = consumer(source);
    Random random = new Random(SEED);
    int refused = 0;
    for (int i = 1; i <= EVENTS; i++) {
      byte[] odd = MutatedJson.of(source.record(2 * i, "odd-" + i), random);
      byte[] event = source.event(odd, source.record(2 * i + 1, "good-" + i));
      if (isRefused(source, consumer, event, i)) {
        refused++;
      } else {
        assertThat(ran).as(told(event, i)).contains("good-" + i);
      }
    }
    assertThat(ran).doesNotHaveDuplicates().anyMatch(it -> it.startsWith("odd"));
    assertThat(source == Read.SQS ? reported : rig.parked).isNotEmpty();
    assertThat(refused).isLessThan(EVENTS * 2 / 3);
  }

  /** Whether an event is damaged as a whole, so that nothing of it runs. */
  private boolean isRefused(Read source, RequestStreamHandler consumer, byte[] event, int index) {
    try {
      ByteArrayOutputStream answer = new ByteArrayOutputStream();
      consumer.handleRequest(
          new ByteArrayInputStream(event),
          answer,
          new TestContext(rig.clock, Duration.ofMinutes(1)));
      Matcher failures = FAILURE.matcher(answer.toString(UTF_8));
      failures.results().map(MatchResult::group).forEach(reported::add);
      return false;
    } catch (UnfinishedBatchException comesBack) {
      return false;
    } catch (ConfigurationException otherSource) {
      assertThat(otherSource).as(told(event, index)).hasMessageContaining("Nothing of its batch");
      return true;
    } catch (IllegalStateException unplaced) {
      assertThat(unplaced).as(told(event, index)).hasMessageContaining("without a ");
      return false;
    } catch (IOException damaged) {
      assertThat(isJson(source, event)).as(told(event, index)).isFalse();
      return true;
    } catch (RuntimeException | Error bug) {
      return fail(told(event, index), bug);
    }
  }

  /** To a consumer of SQS nothing is JSON that Jackson does not read by itself. */
  private static boolean isJson(Read source, byte[] event) {
    JsonFactory factory = source == Read.SQS ? new JsonFactory() : JSON;
    try (JsonParser parser = factory.createParser(event)) {
      while (parser.nextToken() != null) {
        parser.getValueAsString();
      }
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private static String told(byte[] event, int index) {
    return "Event %s of seed %s: %s".formatted(index, SEED, new String(event, UTF_8));
  }

  private RequestStreamHandler consumer(Read source) {
    return switch (source) {
      case SQS -> new SqsStreamHandler(Queues.consumer(rig));
      case KINESIS -> Partitions.overKinesis(rig, Reading.parcels());
      case TABLE -> Partitions.overATable(rig);
      case KAFKA -> Partitions.overKafka(rig, Reading.parcels());
      case RABBITMQ -> Partitions.overRabbitMq(rig, Reading.parcels());
    };
  }
}
