package dev.effectivelyonce.cdk;

import java.util.Optional;
import software.amazon.awscdk.services.lambda.CfnEventSourceMapping;

/**
 * An event source that a watch asks about.
 *
 * @param name of its consumer, or the id of its outbox
 * @param mapping by which Lambda reads it
 */
record WatchedSource(String name, CfnEventSourceMapping mapping) {
  /** As long as the id of a mapping, which only the deployment knows. */
  private static final String ANY_ID = "00000000-0000-0000-0000-000000000000";

  /** Returns the source of a function; empty if something else shows a stop. */
  static Optional<WatchedSource> of(RecordedConstruct<?> consumer) {
    return consumer instanceof RecordedFunction<?> function
        ? function.watchedSource().map(it -> new WatchedSource(consumer.consumerName(), it))
        : Optional.empty();
  }

  static WatchedSource of(TransactionalOutbox outbox) {
    return new WatchedSource(outbox.getNode().getId(), outbox.watchedSource());
  }

  /** Returns the right to ask about this mapping, and about no other. */
  Permission right() {
    return Permission.of(mapping.getAttrEventSourceMappingArn(), "lambda:GetEventSourceMapping");
  }

  /** Returns its part of the function's variable. */
  String variable() {
    return name + "=" + mapping.getRef();
  }

  /** Returns a text as long as its part of the function's variable will be. */
  String variableToMeasure() {
    return name + "=" + ANY_ID;
  }
}
