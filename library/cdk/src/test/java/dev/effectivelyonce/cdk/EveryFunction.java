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
    UnsettledWatch.Builder watch) {
  static EveryFunction in(TestStack test) {
    Stack stack = test.stack();
    return new EveryFunction(
        stack,
        test.consumer("Consumer").consumerName("replayed"),
        IdempotentApi.Builder.create(stack, "Api")
            .code(test.code())
            .handler("shop.Api::handleRequest")
            .consumerName("api")
            .idempotencyTable(test.table().table()),
        TransactionalOutbox.Builder.create(stack, "Outbox")
            .code(test.code())
            .destination(
                "target",
                Queue.Builder.create(stack, "Target")
                    .encryptionMasterKey(Key.Builder.create(stack, "TargetKey").build())
                    .build()),
        DeadLetterReplay.Builder.create(stack, "Replay")
            .code(test.code())
            .handler("shop.Replay::handleRequest"),
        UnsettledWatch.Builder.create(stack, "Watch")
            .code(test.code())
            .handler("shop.Unsettled::handleRequest"));
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
