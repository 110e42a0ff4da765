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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/** What is done over DynamoDB Local and over the stand-in leaves and answers the same. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EnginesAgreeTest {
  private static final int MESSAGES = 6;

  /** Other in each run. */
  private static final Set<String> OF_A_RUN =
      Set.of("owner", "generation", "in_progress_expiration", "updated_at", "expiration");

  private final StandInStores standIn = new StandInStores();
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
    standIn.close();
  }

  @ParameterizedTest
  @MethodSource("subjects")
  void batchesOfEverySubjectLeaveTheSame(Contender contender) {
    for (Mix mix : Mix.values()) {
      Shape shape = Shape.standard(mix, MESSAGES);

      assertThat(handled(contender, shape, standIn.client()))
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
  void requestsAreAnsweredTheSame() {
    assertThat(answers(standIn.client(), standIn.newTable())).isEqualTo(answers(local, table()));
  }

  private String table() {
    Tables.create(local, "answers");
    return "answers";
  }

  private static List<String> answers(DynamoDbClient client, String table) {
    Answers answers = new Answers(client, table);
    answers.update("SET a = :two", "attribute_not_exists(id)");
    answers.update("SET a = a + :two, b = if_not_exists(b, :text)", "a = :two AND b <> :text");
    answers.update("SET b = if_not_exists(b, :two) REMOVE a", "NOT a < :two");
    answers.update("SET b = :two", "attribute_exists(a) OR (a > :two AND b = :text)");
    answers.update("SET a.b = :two", "attribute_exists(id)");
    answers.update("SET c = d", "attribute_exists(id)");
    answers.update("SET c = :two", "d <= :two");
    answers.transaction("attribute_not_exists(id)");
    answers.transaction("b = :text");
    return answers.texts;
  }

  /** Each with what the item is afterwards. */
  private static final class Answers {
    private static final Map<String, AttributeValue> KEY = Map.of("id", AttributeValue.fromS("x"));
    private static final Map<String, AttributeValue> VALUES =
        Map.of(":two", AttributeValue.fromN("2"), ":text", AttributeValue.fromS("text"));

    private final List<String> texts = new ArrayList<>();
    private final DynamoDbClient client;
    private final String table;

    Answers(DynamoDbClient client, String table) {
      this.client = client;
      this.table = table;
    }

    void update(String expression, String condition) {
      Map<String, AttributeValue> used = used(expression + condition);
      add(
          it ->
              it.updateItem(
                  update ->
                      update
                          .tableName(table)
                          .key(KEY)
                          .updateExpression(expression)
                          .conditionExpression(condition)
                          .expressionAttributeValues(used.isEmpty() ? null : used)
                          .returnValuesOnConditionCheckFailure("ALL_OLD")));
    }

    void transaction(String condition) {
      Map<String, AttributeValue> used = used(condition);
      TransactWriteItem delete =
          TransactWriteItem.builder().delete(it -> it.tableName(table).key(other())).build();
      TransactWriteItem put =
          TransactWriteItem.builder()
              .put(
                  it ->
                      it.tableName(table)
                          .item(KEY)
                          .conditionExpression(condition)
                          .expressionAttributeValues(used.isEmpty() ? null : used)
                          .returnValuesOnConditionCheckFailure("ALL_OLD"))
              .build();
      add(it -> it.transactWriteItems(write -> write.transactItems(List.of(delete, put))));
    }

    private static Map<String, AttributeValue> other() {
      return Map.of("id", AttributeValue.fromS("y"));
    }

    private static Map<String, AttributeValue> used(String text) {
      Map<String, AttributeValue> used = new TreeMap<>(VALUES);
      used.keySet().removeIf(name -> !text.contains(name));
      return used;
    }

    private void add(Consumer<DynamoDbClient> request) {
      texts.add(outcome(request) + ", then " + new TreeMap<>(item()));
    }

    private Map<String, AttributeValue> item() {
      return client.getItem(get -> get.tableName(table).key(KEY)).item();
    }

    private String outcome(Consumer<DynamoDbClient> request) {
      try {
        request.accept(client);
        return "done";
      } catch (ConditionalCheckFailedException e) {
        return "refused by " + new TreeMap<>(e.item());
      } catch (TransactionCanceledException e) {
        return "cancelled: "
            + e.cancellationReasons().stream().map(it -> it.code() + it.item()).toList();
      } catch (DynamoDbException e) {
        return e.awsErrorDetails().errorCode();
      }
    }
  }

  @Test
  void whatTheStandInDoesNotKnowIsRefusedByName() {
    assertThatThrownBy(() -> standIn.client().listTables())
        .isInstanceOf(DynamoDbException.class)
        .hasMessageContaining("The stand-in does not know ListTables");
  }
}
