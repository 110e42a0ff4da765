package dev.effectivelyonce.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.outbox.OutboxMessage;
import dev.effectivelyonce.testkit.ManualClock;
import dev.effectivelyonce.testkit.sqs.TestContext;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.exception.SdkClientException;

/**
 * Histories by chance of a publisher, its killed invocations whose requests arrive late, and a
 * sweeper, in the midst of each other's requests, over a service with faults: every message
 * arrives, and those of a key for the first time in the order of their commits.
 */
class PublishRunStormTest {
  private static final int HISTORIES = 400;
  private static final int BATCH = 8;
  private static final Duration SWEPT_AFTER = Duration.ofMinutes(10);
  private static final Pattern FAILED = Pattern.compile("\"itemIdentifier\":\"(\\d+)\"");

  @Test
  void messagesOfAKeyArriveInTheOrderOfTheirCommits() {
    for (long seed = 1; seed <= HISTORIES; seed++) {
      History history = new History(seed);

      history.run();

      assertThat(history.firstArrivals()).as("seed %d", seed).isEqualTo(history.committed);
      assertThat(history.table.items).as("seed %d", seed).isEmpty();
    }
  }

  /** A record of the stream. */
  private record Told(OutboxMessage message, Instant at) {}

  /** The process ends at once. */
  private static final class Killed extends Error {}

  /** An invocation that runs, or waits in the midst of a request. */
  private static final class Actor {
    private final boolean publishes;
    private boolean isKilled;

    Actor(boolean publishes) {
      this.publishes = publishes;
    }
  }

  private static final class History {
    private final Random random;
    private final ManualClock clock = new ManualClock();
    private final StubTable table = new StubTable();
    private final StubQueue queue = new StubQueue();
    private final Map<String, List<String>> committed = new HashMap<>();
    private final List<Told> stream = new ArrayList<>();
    private final OutboxSettings settings =
        new OutboxSettings(
            StubTable.NAME, Map.of("shipments", new Destination.Queue(StubQueue.URL)), SWEPT_AFTER);
    private final OutboxClients clients =
        new OutboxClients(
            table,
            () -> queue,
            () -> {
              throw new AssertionError("There is no bus");
            });
    private final Deque<Actor> actors = new ArrayDeque<>();
    private int position;
    private boolean calm;

    History(long seed) {
      random = new Random(seed);
      table.around = this::trouble;
      queue.around = this::trouble;
    }

    void run() {
      for (int i = 0; i < 60; i++) {
        step();
      }
      calm = true;
      queue.throttled.clear();
      while (position < stream.size()) {
        publish();
      }
      clock.advance(SWEPT_AFTER.plusSeconds(1));
      sweep();
    }

    private void step() {
      switch (random.nextInt(5)) {
        case 0, 1 -> commit();
        case 2 -> publish();
        case 3 -> sweep();
        default -> clock.advance(Duration.ofSeconds(random.nextInt(300)));
      }
    }

    private void commit() {
      clock.advance(Duration.ofMillis(1));
      String lane = "key-" + random.nextInt(3);
      OutboxMessage first = Rig.message("shipments", lane, name(0), clock);
      List<OutboxMessage> told = new ArrayList<>(List.of(first));
      if (random.nextInt(3) == 0) {
        told.add(Rig.behind(first, Rig.message("shipments", lane, name(1), clock)));
      }
      for (OutboxMessage message : told) {
        table.put(message);
        committed.computeIfAbsent(lane, it -> new ArrayList<>()).add(message.outgoing().body());
      }
      Collections.shuffle(told, random);
      told.forEach(it -> stream.add(new Told(it, clock.instant())));
    }

    private String name(int place) {
      return random.nextInt(1000) + "-" + (stream.size() + place);
    }

    /** One invocation of a shard at a time; one that another follows was killed. */
    private void publish() {
      int from = position;
      int to = Math.min(stream.size(), from + BATCH);
      actors.stream().filter(it -> it.publishes).forEach(it -> it.isKilled = true);
      actors.push(new Actor(true));
      OutboxPublisher publisher = new OutboxPublisher(settings, clients, clock, report -> {});
      ByteArrayOutputStream answer = new ByteArrayOutputStream();
      try {
        publisher.handleRequest(event(from, to), answer, context());
      } catch (IOException e) {
        throw new AssertionError(e);
      } catch (Killed e) {
        return;
      } finally {
        actors.pop();
      }
      Matcher failed = FAILED.matcher(answer.toString(StandardCharsets.UTF_8));
      position = failed.find() ? Integer.parseInt(failed.group(1)) : to;
    }

    private ByteArrayInputStream event(int from, int to) {
      StringBuilder records = new StringBuilder();
      for (int i = from; i < to; i++) {
        records
            .append(i == from ? "" : ",")
            .append(
                """
                {"eventName":"INSERT","dynamodb":{"ApproximateCreationDateTime":%s,
                 "SequenceNumber":"%s","Keys":{"lane":{"S":"%s"},"id":{"S":"%s"}}}}
                """
                    .formatted(
                        stream.get(i).at().getEpochSecond(),
                        i,
                        stream.get(i).message().lane(),
                        stream.get(i).message().id()));
      }
      return new ByteArrayInputStream(
          ("{\"Records\":[" + records + "]}").getBytes(StandardCharsets.UTF_8));
    }

    private void sweep() {
      actors.push(new Actor(false));
      try {
        new OutboxSweeper(settings, clients, clock, report -> {})
            .handleRequest(
                new ByteArrayInputStream(new byte[0]), new ByteArrayOutputStream(), context());
      } catch (IOException e) {
        throw new AssertionError(e);
      } catch (Killed | SdkClientException e) {
        // The next one goes on.
      } finally {
        actors.pop();
      }
    }

    private TestContext context() {
      return new TestContext(clock, Duration.ofMinutes(1));
    }

    /** Around each call of a service. */
    private void trouble() {
      if (calm) {
        return;
      }
      if (actors.getFirst().isKilled) {
        throw new Killed();
      }
      switch (random.nextInt(12)) {
        case 0 -> throw new Killed();
        case 1, 2 -> throw SdkClientException.create("No answer");
        case 3 -> clock.advance(Duration.ofSeconds(random.nextInt(30)));
        case 4, 5, 6 -> meanwhile();
        case 7 -> queue.throttled.clear();
        case 8 ->
            stream.stream()
                .skip(random.nextInt(stream.size() + 1))
                .findFirst()
                .ifPresent(it -> queue.throttled.add(it.message().outgoing().body()));
        default -> {}
      }
    }

    private void meanwhile() {
      if (actors.size() < 4) {
        step();
      }
    }

    Map<String, List<String>> firstArrivals() {
      return queue.sent.stream()
          .collect(
              Collectors.groupingBy(
                  it -> it.messageGroupId(),
                  Collectors.mapping(
                      it -> it.messageBody(),
                      Collectors.collectingAndThen(
                          Collectors.toCollection(LinkedHashSet::new), List::copyOf))));
    }
  }
}
