package dev.effectivelyonce.cdk;

import java.util.List;
import java.util.function.Consumer;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.services.kms.Key;
import software.amazon.awscdk.services.sqs.Queue;

/** One of each construct with a function, not built yet. */
record EveryFunction(
    Stack stack,
    IdempotentConsumer.Builder consumer,
    IdempotentApi.Builder api,
    TransactionalOutbox.Builder outbox,
    DeadLetterReplay.Builder replay,
    StuckRecordMonitor.Builder watch) {
  static EveryFunction in(TestStack test) {
    Stack stack = test.stack();
    return new EveryFunction(
        stack,
        test.consumer("Consumer").consumerName("replayed"),
        test.api("Api").consumerName("api"),
        TransactionalOutbox.Builder.create(stack, "Outbox")
            .code(test.code())
            .destination(
                "target",
                Queue.Builder.create(stack, "Target")
                    .encryptionMasterKey(Key.Builder.create(stack, "TargetKey").build())
                    .build()),
        test.replay("Replay"),
        test.watch("Watch"));
  }

  /** Sets each alike, and builds it. */
  void withEach(Consumer<FunctionBuilder<?>> settings) {
    List.of(consumer, api, outbox, replay, watch).forEach(settings);
    IdempotentConsumer made = consumer.build();
    replay.consumer("replayed", made);
    watch.consumer(made).api(api.build()).build();
    outbox.build();
    replay.build();
  }
}
