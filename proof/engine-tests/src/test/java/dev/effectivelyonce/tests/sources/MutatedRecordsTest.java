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

  @ParameterizedTest
  @EnumSource
  void noneHoldsAnother(Wire source) {
    RequestStreamHandler consumer = consumer(source);
    Random random = new Random(SEED);
    int refused = 0;
    for (int i = 1; i <= EVENTS; i++) {
      byte[] odd = MutatedJson.of(source.record(2 * i, new Parcel("odd-" + i, 1)), random);
      byte[] event = source.event(odd, source.record(2 * i + 1, new Parcel("good-" + i, 1)));
      if (isRefused(source, consumer, event, i)) {
        refused++;
      } else {
        assertThat(ran).as(told(event, i)).contains("good-" + i);
      }
    }
    assertThat(ran).doesNotHaveDuplicates().anyMatch(it -> it.startsWith("odd"));
    assertThat(source == Wire.SQS ? reported : rig.parked).isNotEmpty();
    assertThat(refused).isLessThan(EVENTS * 2 / 3);
  }

  /** Whether an event is damaged as a whole, so that nothing of it runs. */
  private boolean isRefused(Wire source, RequestStreamHandler consumer, byte[] event, int index) {
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
  private static boolean isJson(Wire source, byte[] event) {
    JsonFactory factory = source == Wire.SQS ? new JsonFactory() : JSON;
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

  private RequestStreamHandler consumer(Wire source) {
    return switch (source) {
      case SQS -> new SqsStreamHandler(Queues.consumer(rig));
      case KINESIS -> Partitions.overKinesis(rig, Reading.parcels());
      case TABLE -> Partitions.overATable(rig);
      case KAFKA -> Partitions.overKafka(rig, Reading.parcels());
      case RABBITMQ -> Partitions.overRabbitMq(rig, Reading.parcels());
    };
  }
}
