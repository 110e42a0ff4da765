package dev.effectivelyonce.outbox;

import dev.effectivelyonce.core.engine.SendSpan;
import dev.effectivelyonce.core.engine.SendTracer;
import dev.effectivelyonce.core.engine.TraceSpan;
import dev.effectivelyonce.core.outbox.OutboxMessage;
import java.util.List;

/**
 * A channel whose requests have spans.
 *
 * @param system the messaging system, by its name in OpenTelemetry's conventions
 * @param destination the name of the queue or event bus
 */
record TracedChannel(Channel channel, String system, String destination, SendTracer tracer)
    implements Channel {
  @Override
  public int maxBytes() {
    return channel.maxBytes();
  }

  @Override
  public List<SendResult> send(List<OutboxMessage> messages) {
    SendSpan span = tracer.onPublish(system, destination, messages);
    return TraceSpan.around(
        span,
        () -> {
          List<SendResult> results = channel.send(messages);
          note(results, span);
          return results;
        });
  }

  /** Notes the worst result, by the names that the metrics have. */
  private static void note(List<SendResult> results, SendSpan span) {
    if (results.stream().allMatch(SendResult.Sent.class::isInstance)) {
      span.ended("published");
      return;
    }
    String outcome =
        has(results, SendResult.Never.class)
            ? "unsendable"
            : has(results, SendResult.Later.class) ? "held" : "split";
    span.ended(outcome);
    span.failed(outcome);
  }

  private static boolean has(List<SendResult> results, Class<? extends SendResult> kind) {
    return results.stream().anyMatch(kind::isInstance);
  }
}
