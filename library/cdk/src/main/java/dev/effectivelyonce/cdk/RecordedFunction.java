package dev.effectivelyonce.cdk;

import java.util.Map;
import java.util.Optional;
import software.amazon.awscdk.services.cloudwatch.Alarm;
import software.amazon.awscdk.services.lambda.Alias;
import software.amazon.awscdk.services.lambda.CfnEventSourceMapping;
import software.amazon.awscdk.services.lambda.Function;

/**
 * A Lambda function that keeps idempotency records and runs under the alias {@code live}. This is
 * the base class of {@link IdempotentConsumer}, {@link IdempotentApi}, {@link
 * EffectivelyOnceFunction} and {@link ParkingConsumer}.
 *
 * @param <K> the kinds of its alarms
 */
public abstract class RecordedFunction<K extends Enum<K>> extends RecordedConstruct<K> {
  RecordedFunction(IdempotentFunctionBuilder<?> settings) {
    super(
        settings,
        settings.records,
        settings.storeLocation().orElseThrow(),
        settings.recordRetention());
  }

  abstract Running<K> running();

  /**
   * Returns the function. Invoke it through {@link #alias()}, because only published versions start
   * from a snapshot.
   */
  public Function function() {
    return running().function().function();
  }

  /** Returns the alias to call, which the construct's own event source calls. */
  public Alias alias() {
    return running().function().alias();
  }

  @Override
  final Map<K, Alarm> alarmsByKind() {
    return running().alarms();
  }

  @Override
  final ConsumerMetrics metrics() {
    return running().metrics();
  }

  /** Returns the mapping by which Lambda reads its source; empty if nothing else shows a stop. */
  Optional<CfnEventSourceMapping> watchedSource() {
    return Optional.empty();
  }
}
