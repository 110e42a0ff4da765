package dev.effectivelyonce.cdk;

import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import software.amazon.awscdk.services.lambda.CfnEventSourceMapping;
import software.amazon.awscdk.services.lambda.Function;
import software.amazon.awscdk.services.sqs.IQueue;
import software.amazon.awscdk.services.sqs.Queue;

/**
 * A Lambda function that consumes a source without a dead-letter queue and parks records that fail
 * for good: {@link IdempotentStreamConsumer}, {@link IdempotentKafkaConsumer} and {@link
 * IdempotentRabbitMqConsumer}.
 */
public abstract class ParkingConsumer extends RecordedFunction<StreamAlarm> {
  private static final AlarmText PARKED =
      new AlarmText("ParkedAlarm", "parked", "records wait in the parking queue");
  private static final AlarmText STORE_FAILED =
      new AlarmText(
          "StoreFailedAlarm",
          "store-failed",
          "the table of records is not usable, and records wait");

  private final Queue parking;
  private final Running<StreamAlarm> running;
  private final LagAlarm lag;
  private final Optional<LagAlarm> givenUp;
  private final CfnEventSourceMapping source;

  ParkingConsumer(ParkingFunctionBuilder<?> settings) {
    super(settings);
    this.parking = settings.parkingFor(this);
    this.lag = settings.lagAlarm();
    this.givenUp = settings.givenUpAlarm();
    ConsumerFunction function =
        settings.addFunction(this, settings.variables(parking), settings.rights(parking));
    this.source = settings.addEventSource(this, function, parking);
    this.running =
        settings.complete(
            this, function, StreamAlarm.class, family -> ownAlarms(function.function(), family));
  }

  private Map<StreamAlarm, OwnAlarm> ownAlarms(Function function, RecordAlarms family) {
    Map<StreamAlarm, OwnAlarm> own = new EnumMap<>(StreamAlarm.class);
    own.put(StreamAlarm.PARKED, OwnAlarm.ofLetters(PARKED, parking));
    own.put(StreamAlarm.STORE_FAILED, family.as(ConsumerAlarm.STORE_FAILED, STORE_FAILED));
    Stream.concat(Stream.of(lag), givenUp.stream())
        .forEach(it -> own.put(it.kind(), OwnAlarm.ofLag(it, function)));
    return own;
  }

  @Override
  Running<StreamAlarm> running() {
    return running;
  }

  /**
   * Returns the queue of records that failed for good. If records have positions, it also contains
   * the positions of records that Lambda gave up.
   */
  public IQueue parkingQueue() {
    return parking;
  }

  /**
   * Returns the mapping by which Lambda reads the source, for settings that the builder doesn't
   * have, such as {@code setEnabled(false)} or {@code setFilterCriteria(...)}.
   */
  public CfnEventSourceMapping eventSource() {
    return source;
  }

  /** {@inheritDoc} Its metrics about the source come from a function that runs. */
  @Override
  Optional<CfnEventSourceMapping> watchedSource() {
    return Optional.of(source);
  }

  LagAlarm lag() {
    return lag;
  }

  Optional<LagAlarm> givenUp() {
    return givenUp;
  }
}
