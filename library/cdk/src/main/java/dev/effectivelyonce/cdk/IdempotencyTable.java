package dev.effectivelyonce.cdk;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import software.amazon.awscdk.services.dynamodb.Attribute;
import software.amazon.awscdk.services.dynamodb.AttributeType;
import software.amazon.awscdk.services.dynamodb.GlobalSecondaryIndexProps;
import software.amazon.awscdk.services.dynamodb.ProjectionType;
import software.amazon.awscdk.services.dynamodb.Table;
import software.amazon.awscdk.services.kms.IKey;
import software.constructs.Construct;

/**
 * The DynamoDB table with one record per consumer and business key.
 *
 * <p>Any number of consumers can share a table. It has the partition key {@code id} and the TTL
 * attribute {@code expiration}, is billed per request, and can be restored to any second of the
 * last 35 days. Its index {@code listing} finds failed and doubtful records without a scan. The
 * index contains only keys, and is empty while no record is failed or doubtful.
 */
public final class IdempotencyTable extends Construct {
  /** The partition key, which consists of consumer and hashed business key. */
  public static final String KEY_ATTRIBUTE = "id";

  /** The attribute by which DynamoDB deletes old records, in epoch seconds. */
  public static final String TTL_ATTRIBUTE = "expiration";

  /** The index that contains only the records that need an operator's attention. */
  public static final String LISTING_INDEX = "listing";

  /**
   * The index's partition key, which consists of consumer and shard. A record without it is not
   * listed.
   */
  public static final String LISTING_ATTRIBUTE = "listing";

  /** The index's sort key, which is the time of the record's last write in epoch milliseconds. */
  public static final String UPDATED_ATTRIBUTE = "updated_at";

  private final Table table;

  private IdempotencyTable(Builder builder) {
    super(builder.scope, builder.id);
    Table.Builder table =
        Table.Builder.create(this, "Table")
            .partitionKey(attribute(KEY_ATTRIBUTE, AttributeType.STRING))
            .timeToLiveAttribute(TTL_ATTRIBUTE);
    this.table = builder.lifecycle.build(table, builder.encryptionKey, builder.warmWrites);
    this.table.addGlobalSecondaryIndex(
        GlobalSecondaryIndexProps.builder()
            .indexName(LISTING_INDEX)
            .partitionKey(attribute(LISTING_ATTRIBUTE, AttributeType.STRING))
            .sortKey(attribute(UPDATED_ATTRIBUTE, AttributeType.NUMBER))
            .projectionType(ProjectionType.KEYS_ONLY)
            .build());
  }

  private static Attribute attribute(String name, AttributeType type) {
    return Attribute.builder().name(name).type(type).build();
  }

  /** Returns the table itself, for {@link IdempotentConsumer.Builder#idempotencyTable}. */
  public Table table() {
    return table;
  }

  /** Builds the table. */
  public static final class Builder {
    private final Construct scope;
    private final String id;
    private DataLifecycle lifecycle = DataLifecycle.KEEP;
    private Optional<IKey> encryptionKey = Optional.empty();
    private OptionalInt warmWrites = OptionalInt.empty();

    private Builder(Construct scope, String id) {
      this.scope = scope;
      this.id = id;
    }

    /** Returns a builder for a table in the given scope. */
    public static Builder create(Construct scope, String id) {
      return new Builder(scope, id);
    }

    /**
     * Sets what happens to the records when their stack is deleted. Default: {@link
     * DataLifecycle#KEEP}.
     */
    public Builder lifecycle(DataLifecycle lifecycle) {
      this.lifecycle = lifecycle;
      return this;
    }

    /**
     * Encrypts the table with this key. Constructs that use the table give their functions
     * permission to use the key. Default: DynamoDB's own key.
     */
    public Builder encryptionKey(IKey key) {
      this.encryptionKey = Optional.of(key);
      return this;
    }

    /**
     * Sets how many writes of 1 KB the table accepts in its first second, at least 4,000. Default:
     * 4,000; DynamoDB doubles it within half an hour of use. A higher value has a one-time cost and
     * can't be undone; {@code docs/your-stack.md} contains the calculation.
     */
    public Builder warmWritesPerSecond(int units) {
      this.warmWrites = OptionalInt.of(units);
      return this;
    }

    /**
     * Adds the table to the scope.
     *
     * @throws InvalidConstructException if {@link #warmWritesPerSecond} is too low; nothing is
     *     added then
     */
    public IdempotencyTable build() {
      List<String> problems = WarmWrites.problems(warmWrites);
      if (!problems.isEmpty()) {
        throw new InvalidConstructException(scope.getNode().getPath() + "/" + id, problems);
      }
      return new IdempotencyTable(this);
    }
  }
}
