package dev.effectivelyonce.batch;

import java.math.BigInteger;
import java.util.Optional;

/** A record of a partition. */
record TestRecord(String partition, Optional<Integer> number, Optional<String> partitionKey)
    implements PartitionedMessage {
  static TestRecord at(int number) {
    return new TestRecord("p", Optional.of(number), Optional.empty());
  }

  static TestRecord at(int number, String key) {
    return new TestRecord("p", Optional.of(number), Optional.of(key));
  }

  @Override
  public Optional<Position> position() {
    return number.map(it -> new Position(partition, BigInteger.valueOf(it)));
  }

  @Override
  public Optional<String> messageId() {
    return number.map(Object::toString);
  }
}
