package dev.effectivelyonce.cdk;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awscdk.services.dynamodb.ITable;
import software.amazon.awscdk.services.kinesis.IStream;
import software.amazon.awscdk.services.kinesis.IStreamConsumer;
import software.amazon.awscdk.services.kms.IKey;

/**
 * A stream that a consumer reads.
 *
 * @param arn of the stream or its consumer; empty if the table has none
 * @param rights to read it
 */
record StreamSource(Optional<String> arn, List<Permission> rights) {
  static final Duration TABLE_RETENTION = Duration.ofHours(24);

  static StreamSource of(IStream stream) {
    return new StreamSource(
        Optional.of(stream.getStreamArn()),
        Stream.concat(
                Stream.of(
                    Permission.of(
                        stream.getStreamArn(),
                        "kinesis:DescribeStream",
                        "kinesis:DescribeStreamSummary",
                        "kinesis:GetRecords",
                        "kinesis:GetShardIterator",
                        "kinesis:ListShards")),
                toDecrypt(stream.getEncryptionKey()))
            .toList());
  }

  /** With a throughput of its own: Lambda subscribes to the consumer, not to the stream. */
  static StreamSource of(IStreamConsumer consumer) {
    return new StreamSource(
        Optional.of(consumer.getStreamConsumerArn()),
        Stream.concat(
                of(consumer.getStream()).rights().stream(),
                Stream.of(
                    Permission.of(
                        consumer.getStreamConsumerArn(),
                        "kinesis:DescribeStreamConsumer",
                        "kinesis:SubscribeToShard")))
            .toList());
  }

  static StreamSource of(ITable table) {
    Optional<String> arn = Optional.ofNullable(table.getTableStreamArn());
    return new StreamSource(
        arn,
        Stream.concat(
                arn.stream().map(Permission::toReadStream), toDecrypt(table.getEncryptionKey()))
            .toList());
  }

  private static Stream<Permission> toDecrypt(@Nullable IKey key) {
    return Optional.ofNullable(key).stream()
        .map(it -> Permission.of(it.getKeyArn(), "kms:Decrypt"));
  }
}
