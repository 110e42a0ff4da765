package dev.effectivelyonce.benchmarks.standin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import dev.effectivelyonce.benchmarks.engine.Clients;
import dev.effectivelyonce.benchmarks.engine.Engine;
import dev.effectivelyonce.benchmarks.engine.EngineProcess;
import dev.effectivelyonce.benchmarks.engine.Tables;
import dev.effectivelyonce.benchmarks.scenario.Batches;
import dev.effectivelyonce.benchmarks.scenario.Mix;
import dev.effectivelyonce.benchmarks.scenario.Shape;
import dev.effectivelyonce.benchmarks.subject.Backing;
import dev.effectivelyonce.benchmarks.subject.Contender;
import dev.effectivelyonce.benchmarks.subject.Subject;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;

/** What is done over DynamoDB Local and over the stand-in leaves and answers the same. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EnginesAgreeTest {
  private static final int MESSAGES = 6;

  /** Other in each run. */
  private static final Set<String> OF_A_RUN =
      Set.of("owner", "generation", "in_progress_expiration", "updated_at", "expiration");

  private final StandIn standIn = StandIn.start(0);
  private final DynamoDbClient ofStandIn =
      Clients.of(URI.create("http://127.0.0.1:" + standIn.port()));
  private EngineProcess process;
  private DynamoDbClient local;

  @BeforeAll
  void start() {
    process = EngineProcess.start(Engine.LOCAL);
    local = Clients.of(process.endpoint());
  }

  @AfterAll
  void stop() {
    local.close();
    process.close();
    ofStandIn.close();
    standIn.close();
  }

  @ParameterizedTest
  @MethodSource("subjects")
  void batchesOfEverySubjectLeaveTheSame(Contender contender) {
    for (Mix mix : Mix.values()) {
      Shape shape = Shape.standard(mix, MESSAGES);

      assertThat(handled(contender, shape, ofStandIn))
          .as("%s, %s", contender.title(), mix.title())
          .isEqualTo(handled(contender, shape, local));
    }
  }

  static Stream<Contender> subjects() {
    return Stream.of(
            List.of(Contender.GROUPED, Contender.SINGLE, Contender.peerOneByOne()),
            Contender.peersSideBySide(),
            Contender.writingRows())
        .flatMap(List::stream);
  }

  /** Failures and runs of each batch, and the records after all. */
  private record Handled(List<String> batches, Set<Map<String, AttributeValue>> items) {}

  private static Handled handled(Contender contender, Shape shape, DynamoDbClient client) {
    String table = "agree";
    Tables.create(client, table);
    try (Subject subject = contender.over(new Backing.Table(client, table))) {
      subject.select();
      Batches batches = new Batches(shape);
      List<SQSEvent> all = new ArrayList<>(batches.before().stream().limit(2).toList());
      all.addAll(batches.next(2));
      List<String> outcomes =
          all.stream().map(it -> subject.handle(it) + " of " + subject.effects()).toList();
      return new Handled(outcomes, items(client, table));
    } finally {
      Tables.delete(client, table);
    }
  }

  private static Set<Map<String, AttributeValue>> items(DynamoDbClient client, String table) {
    return Set.copyOf(
        client.scan(scan -> scan.tableName(table)).items().stream()
            .map(TreeMap::new)
            .map(
                item -> {
                  item.keySet().removeAll(OF_A_RUN);
                  return item;
                })
            .toList());
  }

  @Test
  void whatTheStandInDoesNotKnowIsRefusedByName() {
    assertThatThrownBy(() -> ofStandIn.listTables())
        .isInstanceOf(DynamoDbException.class)
        .hasMessageContaining("The stand-in does not know ListTables");
  }
}
