package dev.effectivelyonce.outbox;

import dev.effectivelyonce.core.engine.SendTracer;
import dev.effectivelyonce.core.outbox.OutboxBacklog;
import dev.effectivelyonce.core.outbox.OutboxMessage;
import dev.effectivelyonce.core.store.StoreException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends the messages of a backlog that has to be polled, such as the outbox in PostgreSQL. It sends
 * each lane in order, and sends one request at a time to each destination in turn. If it dies
 * between sending and deleting, the messages of a request are sent again with the same ids.
 *
 * <p>A failing destination is tried three times in a run, or for eight seconds. A message that no
 * destination accepts does not hold up others, and is tried again every five minutes. Any number of
 * publishers may use a backlog at once, and a publisher is safe for use by many threads.
 */
public final class BacklogPublisher implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(BacklogPublisher.class);

  private static final Duration REFUSED_FOR = Duration.ofMinutes(5);
  private static final Duration RUN = Duration.ofMinutes(1);
  private static final Duration QUIET = Duration.ofMinutes(1);

  private final OutboxBacklog backlog;
  private final Channels channels;
  private final Clock clock;
  private final OutboxObserver observer;

  private volatile Instant quietUntil = Instant.MIN;

  /**
   * Creates a publisher. It does not call any service yet.
   *
   * @param destinations the destinations by their logical names
   */
  public BacklogPublisher(
      OutboxBacklog backlog,
      Map<String, Destination> destinations,
      DestinationClients clients,
      Clock clock,
      OutboxObserver observer) {
    this(backlog, Channels.of(destinations, clients), clock, observer);
  }

  private BacklogPublisher(
      OutboxBacklog backlog, Channels channels, Clock clock, OutboxObserver observer) {
    this.backlog = backlog;
    this.channels = channels;
    this.clock = clock;
    this.observer = observer;
  }

  /**
   * Returns a publisher like this one, with a span for each request to a queue or event bus. This
   * one stays as it is. What the tracer throws is logged, and has no other effect. Default: no
   * spans.
   */
  public BacklogPublisher tracedBy(SendTracer tracer) {
    return new BacklogPublisher(backlog, channels.tracedBy(tracer), clock, observer);
  }

  /**
   * Publishes for at most a minute, for executors that call it repeatedly. A failure is logged and
   * reported to the observer, and the next call tries again. This method never throws, not even for
   * an error of the JVM, because an executor silently drops a task that throws.
   */
  @Override
  public void run() {
    try {
      OutboxReport ignored = publish(clock.instant().plus(RUN));
    } catch (Throwable failure) {
      tell(failure);
    }
  }

  /** Where memory is short or a class is missing, telling may fail for the same reason. */
  private void tell(Throwable failure) {
    try {
      LOG.error("The outbox can't be published this time", failure);
      observer.failed(failure);
    } catch (Throwable again) {
      failure.addSuppressed(again);
    }
  }

  /**
   * Publishes until no message is left that can be sent now. The report contains the age of the
   * oldest message that is left for each destination, or zero if there is none. The observer gets
   * the report too, but only once per minute while no messages wait.
   *
   * @param stopAt the time after which no request begins; a request that has begun may take as long
   *     as its client allows
   * @throws StoreException if the database can't be reached or used; the messages that were sent
   *     last may be sent again
   */
  public OutboxReport publish(Instant stopAt) {
    backlog.begin(REFUSED_FOR);
    Run run = new Run(stopAt);
    run.through(backlog.oldest().keySet());
    OutboxReport report = run.report();
    Instant now = clock.instant();
    if (!report.isQuiet() || !now.isBefore(quietUntil)) {
      quietUntil = now.plus(QUIET);
      report.tell(observer);
    }
    return report;
  }

  /** A way through the lanes of a destination. */
  private record Pass(String destination, String afterLane, int doneBefore) {}

  private final class Run {
    private final Instant stopAt;
    private final FailureBudgets budgets = new FailureBudgets();
    private final Set<String> held = new HashSet<>();
    private int published;
    private int unsendable;

    Run(Instant stopAt) {
      this.stopAt = stopAt;
    }

    /** Goes through all lanes, and once more while messages go: others may have been behind. */
    void through(Set<String> destinations) {
      Deque<Pass> passes = new ArrayDeque<>();
      destinations.forEach(it -> passes.add(new Pass(it, "", 0)));
      while (!passes.isEmpty() && clock.instant().isBefore(stopAt)) {
        Pass pass = passes.remove();
        if (budgets.isUsedUp(pass.destination())) {
          continue;
        }
        backlog
            .take(pass.destination(), pass.afterLane(), this::send)
            .map(lane -> new Pass(pass.destination(), lane, pass.doneBefore()))
            .or(() -> again(pass))
            .ifPresent(passes::add);
      }
    }

    private Optional<Pass> again(Pass pass) {
      int done = published + unsendable;
      return done > pass.doneBefore()
          ? Optional.of(new Pass(pass.destination(), "", done))
          : Optional.empty();
    }

    private OutboxBacklog.Answers send(List<OutboxMessage> messages) {
      Map<String, SendResult> fates = new HashMap<>();
      PublishRun.requests(messages, channels).forEach(request -> fates.putAll(ask(request)));
      Set<String> sent = ids(fates, SendResult.Sent.class);
      Set<String> refused = ids(fates, SendResult.Never.class);
      published += sent.size();
      unsendable += refused.size();
      held.addAll(fates.keySet());
      held.removeAll(sent);
      held.removeAll(refused);
      return new OutboxBacklog.Answers(sent, refused);
    }

    /** Sends a request; returns the results by id, without those that were not asked for. */
    private Map<String, SendResult> ask(List<OutboxMessage> request) {
      String destination = request.getFirst().outgoing().destination();
      Instant began = clock.instant();
      if (!began.isBefore(stopAt) || budgets.isUsedUp(destination)) {
        return Map.of();
      }
      List<SendResult> answers = channels.of(request.getFirst()).send(request);
      budgets.note(destination, answers, Duration.between(began, clock.instant()));
      Map<String, SendResult> fates = new HashMap<>();
      for (int i = 0; i < request.size(); i++) {
        OutboxMessage message = request.get(i);
        if (answers.get(i) instanceof SendResult.Alone) {
          fates.putAll(ask(List.of(message)));
        } else {
          fates.put(message.id(), answers.get(i));
          PublishRun.tell(message, answers.get(i));
        }
      }
      return fates;
    }

    private static Set<String> ids(
        Map<String, SendResult> fates, Class<? extends SendResult> kind) {
      Set<String> ids = new HashSet<>();
      fates.forEach(
          (id, fate) -> {
            if (kind.isInstance(fate)) {
              ids.add(id);
            }
          });
      return ids;
    }

    OutboxReport report() {
      Map<String, Duration> oldest = channels.nothingLeft();
      Instant now = clock.instant();
      backlog
          .oldest()
          .forEach(
              (destination, made) ->
                  oldest.merge(
                      channels.reported(destination),
                      Duration.between(made, now),
                      OutboxReport::longer));
      return new OutboxReport(published, 0, held.size(), unsendable, oldest);
    }
  }
}
