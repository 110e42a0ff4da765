package dev.effectivelyonce.local.eventsource.kafka;

import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives tests the {@link KafkaCluster}, one for all of them, and ends each test's sources. So its
 * classes lock {@link #CLUSTER} and run one after the other.
 */
final class OnKafka implements ParameterResolver, AfterEachCallback {
  static final String CLUSTER = "KafkaCluster";

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == KafkaCluster.class;
  }

  @Override
  public KafkaCluster resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return cluster(context);
  }

  @Override
  public void afterEach(ExtensionContext context) {
    cluster(context).stopSources();
  }

  private static KafkaCluster cluster(ExtensionContext context) {
    return context
        .getRoot()
        .getStore(Namespace.create(OnKafka.class))
        .computeIfAbsent(KafkaCluster.class, type -> new KafkaCluster(), KafkaCluster.class);
  }
}
