package dev.effectivelyonce.integration.drill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.integration.stack.Consumer;
import dev.effectivelyonce.integration.stack.DeployedStack;
import dev.effectivelyonce.integration.stack.OnLocalStack;
import dev.effectivelyonce.integration.stack.Outage;
import dev.effectivelyonce.integration.stack.Outgoing;
import dev.effectivelyonce.integration.stack.PageScript;
import dev.effectivelyonce.integration.stack.Uses;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Letters that are partly done, that can't run, and that contradict what is done. */
@ExtendWith(OnLocalStack.class)
@ResourceLock(Uses.ORDERS)
class LettersDrillIT {
  private static final int DONE = 40;
  private static final int LOST = 20;

  /** Twice as many come straight back: a replay stops at 20. */
  private static final int OF_EACH_CAUSE = 8;

  private final DeployedStack stack;
  private final Consumer orders;

  @TempDir private Path directory;
  private Night night;

  LettersDrillIT(DeployedStack stack) {
    this.stack = stack;
    this.orders = stack.orders();
  }

  @BeforeEach
  void begin() {
    night = Night.of(stack, directory);
    orders.deadLetters().empty();
    orders.warmUp(Outgoing.order(stack.newName("order")));
  }

  @Test
  @Incident("dead-letters")
  void lettersOfWhichMostAreDoneRunOnceThoughTwoPeopleReplayThem() {
    List<Outgoing> done = several(DONE, Outgoing::order);
    List<Outgoing> all = new ArrayList<>(done);
    all.addAll(several(LOST, Outgoing::order));
    orders.send(done.stream());
    orders.awaitCompleted(done);
    Outage.deadLetter(orders, all.toArray(Outgoing[]::new));
    PageScript page = night.incident("dead-letters");

    assertThat(page.run("effectively-once dead-letters"))
        .containsPattern("\\b%s +SKIP\\b".formatted(DONE))
        .containsPattern("\\b%s +SEND\\b".formatted(LOST));
    assertThat(page.run("effectively-once replay"))
        .containsPattern("would replay +%s\\b".formatted(LOST))
        .containsPattern("would skip \\(done\\) +%s\\b".formatted(DONE));
    List<String> reports = page.runTwiceAtOnce("effectively-once replay");
    page.isOver();

    assertThat(sum("replayed", reports)).isEqualTo(LOST);
    assertThat(sum("skipped \\(done\\)", reports)).isEqualTo(DONE);
    orders.awaitCompleted(all);
    orders.awaitEmptyQueue();
    assertThat(orders.deadLetters().queue().depth()).isZero();
    assertThat(all).allSatisfy(order -> orders.assertRan(order, 1));
  }

  @Test
  @Incident("poison")
  void poisonOfFiveCausesIsReplayedWhereItCanRunAndDiscardedWhereItCanNot() {
    List<Outgoing> notJson = several(OF_EACH_CAUSE, key -> raw("{\"orderId\": \"" + key));
    List<Outgoing> withoutKey = several(OF_EACH_CAUSE, key -> raw("{\"note\":\"" + key + "\"}"));
    List<Outgoing> misshapen = several(OF_EACH_CAUSE, key -> Outgoing.order(key, -1));
    List<Outgoing> refused =
        several(OF_EACH_CAUSE, key -> Outgoing.order(key).simulating("no-such-fault"));
    List<Outgoing> mistaken =
        several(OF_EACH_CAUSE, key -> Outgoing.order(key).simulating("fail-permanent"));
    orders.send(Stream.of(notJson, withoutKey, misshapen, refused, mistaken).flatMap(List::stream));
    orders.awaitEmptyQueue();
    PageScript page = night.incident("poison");

    List<String> causes = causes(page.run("effectively-once dead-letters"));
    assertThat(causes).hasSize(5);
    page.run("effectively-once replay");
    orders.awaitCompleted(mistaken);
    orders.awaitEmptyQueue();
    List<String> reports =
        page.runForEach("effectively-once dead-letters discard", "CAUSE", causes);
    assertThat(sum("discarded", reports)).isEqualTo(4 * OF_EACH_CAUSE);
    page.isOver();

    assertThat(orders.deadLetters().queue().depth()).isZero();
    assertThat(night.saved(orders))
        .hasSize(4 * OF_EACH_CAUSE)
        .allSatisfy(it -> assertThat(it.at("/saved/reason").asText()).isEqualTo(Night.TICKET));
    assertThat(night.savedBodies(orders))
        .containsExactlyInAnyOrderElementsOf(
            bodies(List.of(notJson, withoutKey, misshapen, refused)));
    assertThat(mistaken).allSatisfy(order -> orders.assertRan(order, 2));
    assertThat(night.reasons(orders, mistaken.getFirst().key()))
        .singleElement()
        .asString()
        .contains(Night.TICKET);
    assertThat(refused).allSatisfy(order -> orders.assertRan(order, Status.FAILED, 2, 0));
  }

  @Test
  @Incident("key-reused")
  void aKeyThatWasUsedTwiceIsComparedAndSentUnderAnother() {
    Outgoing first = Outgoing.order(stack.newName("first"), 100);
    Outgoing second = Outgoing.order(first.key(), 99_999);
    Outgoing corrected = Outgoing.order(stack.newName("second"), 99_999);
    orders.send(first);
    orders.awaitStatus(Status.COMPLETED, first.key());
    orders.send(second);
    orders.awaitEmptyQueue();
    night.write("first.json", first.body());
    night.write("corrected.json", corrected.body());
    PageScript page = night.incident("key-reused");

    String listed = page.run("effectively-once dead-letters");
    page.with("ID", listed.split(" ", 2)[0]);
    assertThat(page.run("effectively-once dead-letters show"))
        .contains("/totalCents  99999  DIFFERS, the other has 100")
        .contains("is the one that made the record");
    page.run("effectively-once dead-letters resend");
    page.isOver();

    orders.awaitStatus(Status.COMPLETED, corrected.key());
    orders.awaitEmptyQueue();
    assertThat(orders.deadLetters().queue().depth()).isZero();
    orders.assertRan(first, 1);
    orders.assertRan(corrected, 1);
    assertThat(night.savedBodies(orders)).containsExactly(second.body());
  }

  private static List<String> causes(String summary) {
    return summary
        .lines()
        .map(String::strip)
        .filter(line -> line.startsWith(OF_EACH_CAUSE + " "))
        .map(line -> line.split(" {2,}", 6)[5])
        .toList();
  }

  private <T> List<T> several(int count, Function<String, T> named) {
    return IntStream.range(0, count)
        .mapToObj(ignored -> named.apply(stack.newName("order")))
        .toList();
  }

  private static Outgoing raw(String body) {
    return new Outgoing(body, body, Optional.empty(), Optional.empty());
  }

  private static List<String> bodies(List<List<Outgoing>> messages) {
    return messages.stream().flatMap(List::stream).map(Outgoing::body).toList();
  }

  private static int sum(String what, List<String> reports) {
    Pattern count = Pattern.compile("(?m)^" + what + " +([0-9]+)");
    return reports.stream()
        .map(count::matcher)
        .filter(Matcher::find)
        .mapToInt(found -> Integer.parseInt(found.group(1)))
        .sum();
  }
}
