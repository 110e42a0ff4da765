package dev.effectivelyonce.local.eventsource;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import software.amazon.awssdk.services.sqs.model.Message;

/** Remembers what an event source did, in order. */
final class Recorder implements InvocationListener {
  /** A message was given to the function, or its invocation ended. */
  record Step(String body, String word) {}

  private final List<Step> steps = new CopyOnWriteArrayList<>();
  private final List<InvocationReport> reports = new CopyOnWriteArrayList<>();

  @Override
  public void starting(String functionName, List<Message> batch) {
    steps.addAll(batch.stream().map(message -> new Step(message.body(), "start")).toList());
  }

  @Override
  public void ended(InvocationReport report) {
    steps.addAll(report.batch().stream().map(message -> new Step(message.body(), "end")).toList());
    reports.add(report);
  }

  List<Step> steps() {
    return steps;
  }

  /** The reports of the batches that held this body, in order. */
  List<InvocationReport> reportsOf(String body) {
    return reports.stream().filter(it -> messages(it, body).findAny().isPresent()).toList();
  }

  /** How often a message of this body was handled. */
  long timesHandled(String body) {
    return reports.stream()
        .flatMap(
            it -> messages(it, body).filter(message -> it.outcome().handled(message.messageId())))
        .count();
  }

  List<InvocationReport> reports() {
    return reports;
  }

  private static Stream<Message> messages(InvocationReport report, String body) {
    return report.batch().stream().filter(message -> message.body().equals(body));
  }
}
