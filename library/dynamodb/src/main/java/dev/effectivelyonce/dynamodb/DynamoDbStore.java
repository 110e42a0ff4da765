package dev.effectivelyonce.dynamodb;

import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.Required;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.WriteTimestamp;
import dev.effectivelyonce.core.store.AuditLog;
import dev.effectivelyonce.core.store.GroupWriter;
import dev.effectivelyonce.core.store.Guard;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.Listing;
import dev.effectivelyonce.core.store.StoreSettings;
import dev.effectivelyonce.core.store.Transactions;
import dev.effectivelyonce.core.store.Write;
import dev.effectivelyonce.core.store.WriteResult;
import dev.effectivelyonce.core.store.WriteResult.Refused;
import dev.effectivelyonce.core.store.WriteResult.Written;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/**
 * A store in a DynamoDB table with the partition key {@code id} (String), no sort key, and the TTL
 * attribute {@code expiration}. Each write is one conditional request without a read before it; a
 * refusal contains the item that prevented the write, at no extra cost. Needs {@code
 * dynamodb:PutItem} and {@code dynamodb:UpdateItem}; {@code find} needs {@code dynamodb:GetItem}.
 *
 * <p>Use one instance for all threads. It does not close the client.
 */
public final class DynamoDbStore implements IdempotencyStore {
  private final DynamoDbClient client;
  private final RequestFactory requests;
  private final ErrorTranslator faults;
  private final TimeLeft timeLeft;
  private final GroupExperience groupExperience;

  /**
   * Returns a store with the table and the listing of the stack's settings, such as {@code
   * LambdaSettings} and {@code HttpSettings}. It does not call DynamoDB before the first message.
   *
   * @param client a client with time limits that fit the caller, such as one of {@link
   *     DynamoDbClients}
   * @throws ConfigurationException if the client, the settings or their table name is missing
   */
  public static DynamoDbStore of(DynamoDbClient client, StoreSettings settings) {
    StoreSettings given =
        Required.value(
            settings,
            "The store has no settings",
            "Pass what the function's environment says, such as LambdaSettings or HttpSettings");
    return new DynamoDbStore(client, given.tableName(), given.listing());
  }

  /**
   * Creates a store in the table that lists {@link Listing#FAILED_AND_HELD} records, whatever the
   * stack's settings are. It does not call DynamoDB before the first message.
   *
   * @param client a client with time limits that fit the caller, such as one of {@link
   *     DynamoDbClients}
   * @param table the name or ARN of the table
   * @throws ConfigurationException if the client or the table name is missing
   */
  public DynamoDbStore(DynamoDbClient client, String table) {
    this(client, table, Listing.FAILED_AND_HELD);
  }

  /**
   * Creates a store in the table that lists the given choice of records; see {@link
   * DynamoDbListing}.
   *
   * @param client a client with time limits that fit the caller, such as one of {@link
   *     DynamoDbClients}
   * @param table the name or ARN of the table
   * @throws ConfigurationException if the client or the table name is missing
   */
  public DynamoDbStore(DynamoDbClient client, String table, Listing listing) {
    this(
        Required.value(
            client, "The store has no client", "Pass one, such as DynamoDbClients.forLambda()"),
        new RequestFactory(
            Required.text(
                table, "The store has no table name", "Pass the idempotency table's name or ARN"),
            listing),
        new ErrorTranslator(client, table),
        TimeLeft.unlimited(client),
        // An ARN may name a table of another account, which statements can't.
        table.startsWith("arn:") ? GroupExperience.withoutGroups() : GroupExperience.none());
  }

  private DynamoDbStore(
      DynamoDbClient client,
      RequestFactory requests,
      ErrorTranslator faults,
      TimeLeft timeLeft,
      GroupExperience groupExperience) {
    this.client = client;
    this.requests = requests;
    this.faults = faults;
    this.timeLeft = timeLeft;
    this.groupExperience = groupExperience;
  }

  @Override
  public IdempotencyStore withDeadline(Instant deadline) {
    return new DynamoDbStore(client, requests, faults, timeLeft.until(deadline), groupExperience);
  }

  /**
   * {@inheritDoc} This store writes up to 25 records as PartiQL statements. It also needs {@code
   * dynamodb:PartiQLInsert}, {@code dynamodb:PartiQLUpdate} and {@code dynamodb:BatchGetItem}. If
   * one of these permissions is missing, the store logs that once and then has no groups. A table
   * that is given by its ARN has no groups either.
   */
  @Override
  public Optional<GroupWriter> groups() {
    return groupExperience.denied().get()
        ? Optional.empty()
        : Optional.of(new StatementGroups(client, requests, faults, timeLeft, groupExperience));
  }

  /**
   * {@inheritDoc} This store carries out a {@link UnitOfWork}. It needs the same permissions on the
   * tables of the effects as plain writes, and {@code dynamodb:ConditionCheckItem} for {@link
   * UnitOfWork#check}.
   */
  @Override
  public Optional<Transactions> transactions() {
    Optional<String> region =
        Optional.ofNullable(client.serviceClientConfiguration().region()).map(Region::id);
    return Optional.of(
        new UnitsOfWork(
            client, requests, faults, timeLeft, new UnitLimits(requests.table(), region)));
  }

  /**
   * {@inheritDoc} This store writes a record and its entry in one transaction. It also needs {@code
   * dynamodb:GetItem}.
   */
  @Override
  public Optional<AuditLog> trail() {
    return Optional.of(new DynamoDbTrail(client, requests, faults, timeLeft));
  }

  @Override
  public WriteResult write(Write write) {
    WriteResult first = send(write);
    return crossed(write, first).map(this::send).orElse(first);
  }

  /** Returns a refused renewal again if its guard holds, since only a note has come between. */
  private static Optional<Write> crossed(Write write, WriteResult answer) {
    return write instanceof Write.Renew(var seen, Instant leaseUntil, WriteTimestamp stamp)
            && answer instanceof Refused(Optional<IdempotencyRecord> current)
            && write.guard().holds(current)
        ? current.map(it -> new Write.Renew(it, leaseUntil, stamp))
        : Optional.empty();
  }

  private WriteResult send(Write write) {
    try {
      return new Written(call(() -> written(write)));
    } catch (ConditionalCheckFailedException e) {
      return new Refused(record(e.item()));
    }
  }

  private IdempotencyRecord written(Write write) {
    return switch (write) {
      case Write.Claim claim -> put(IdempotencyRecord.claimed(claim.claim()), claim.guard());
      case Write.Forget forget -> put(forget.after(), forget.guard());
      case Write.Copy copy -> put(FittedRecord.of(copy.copied()), copy.guard());
      case Write.Change change -> {
        UpdateItemRequest request = timeLeft.bound(requests.update(change));
        yield FittedRecord.of(
            change.after(ItemCodec.record(client.updateItem(request).attributes())));
      }
    };
  }

  private IdempotencyRecord put(IdempotencyRecord record, Guard guard) {
    client.putItem(timeLeft.bound(requests.put(record, guard)));
    return record;
  }

  @Override
  public Optional<IdempotencyRecord> find(RecordId id) {
    Map<String, AttributeValue> item =
        call(() -> client.getItem(timeLeft.bound(requests.find(id))).item());
    return record(item);
  }

  private <T> T call(Supplier<T> request) {
    try {
      return request.get();
    } catch (ConditionalCheckFailedException e) {
      throw e;
    } catch (SdkException e) {
      throw faults.translate(e);
    }
  }

  private static Optional<IdempotencyRecord> record(Map<String, AttributeValue> item) {
    return item.isEmpty() ? Optional.empty() : Optional.of(ItemCodec.record(item));
  }
}
