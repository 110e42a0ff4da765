package dev.effectivelyonce.tests.once;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.events.S3Event;
import com.amazonaws.services.lambda.runtime.events.SNSEvent;
import com.amazonaws.services.lambda.runtime.events.ScheduledEvent;
import com.amazonaws.services.lambda.runtime.events.models.s3.S3EventNotification.S3EventNotificationRecord;
import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.once.EffectivelyOnce;
import dev.effectivelyonce.core.once.OnceRequest;
import java.time.Duration;
import java.util.function.Consumer;

/** The samples of docs/any-function.md. */
record Samples(EffectivelyOnce once, Consumer<String> effect) {
  /** What a message is about. */
  record Order(String id) {}

  /** The input of a schedule's target, see the page. */
  record Tick(String scheduledTime) {}

  /** The payload of a task, see its definition in the page. */
  record Task(String execution, String state, String orderId) {}

  static OnceRequest time(Context context) {
    return OnceRequest.within(Duration.ofMillis(context.getRemainingTimeInMillis()));
  }

  void eventBridge(ScheduledEvent event, Context context) {
    BusinessKey key = BusinessKey.of((String) event.getDetail().get("orderId"));
    once.runOrThrow(key, time(context), String.class, () -> ship(key.readable()));
  }

  void sns(SNSEvent event, Context context) {
    for (SNSEvent.SNSRecord record : event.getRecords()) {
      Order order = read(record.getSNS().getMessage());
      once.runOrThrow(
          BusinessKey.of(order.id()), time(context), String.class, () -> ship(order.id()));
    }
  }

  void s3(S3Event event, Context context) {
    for (S3EventNotificationRecord record : event.getRecords()) {
      once.runOrThrow(key(record), time(context), String.class, () -> load(record));
    }
  }

  static BusinessKey key(S3EventNotificationRecord record) {
    var object = record.getS3().getObject();
    BusinessKey key =
        BusinessKey.of(
            record.getS3().getBucket().getName(), object.getKey(), object.getSequencer());
    String version = object.getVersionId();
    return version == null ? key : key.and(version);
  }

  void schedule(Tick tick, Context context) {
    BusinessKey key = BusinessKey.of("nightly", tick.scheduledTime());
    once.runOrThrow(key, time(context), String.class, () -> ship(tick.scheduledTime()));
  }

  void asynchronous(Task task, Context context) {
    BusinessKey key = BusinessKey.of(task.orderId());
    once.runOrThrow(key, time(context), String.class, () -> ship(task.orderId()));
  }

  String stateMachine(Task task, Context context) {
    BusinessKey key = BusinessKey.of(task.execution(), task.state(), task.orderId());
    return once.runOrThrow(key, time(context), String.class, () -> ship(task.orderId()))
        .value()
        .orElseThrow();
  }

  private static Order read(String message) {
    return new Order(message);
  }

  private String ship(String id) {
    effect.accept(id);
    return "shipped " + id;
  }

  private String load(S3EventNotificationRecord record) {
    return ship(record.getS3().getObject().getKey());
  }
}
