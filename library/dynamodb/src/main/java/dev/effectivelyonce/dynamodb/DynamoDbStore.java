package dev.effectivelyonce.dynamodb;

import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.Required;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.Claim;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Settlement;
import dev.effectivelyonce.core.record.Stamp;
import dev.effectivelyonce.core.record.Step;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.core.store.GroupWriter;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.Listing;
import dev.effectivelyonce.core.store.StoreSettings;
import dev.effectivelyonce.core.store.Transactions;
import dev.effectivelyonce.core.store.Write;
import dev.effectivelyonce.core.store.WriteResult;
import dev.effectivelyonce.core.store.WriteResult.Refused;
import dev.effectivelyonce.core.store.WriteResult.Written;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/**
 * The store in a DynamoDB table with the partition key {@code id} (String), no sort key, and the
 * TTL attribute {@code expiration}. Each write is one conditional request without a read before it;
 * a refusal carries the item that stood in the way, at no extra cost. Needs {@code
 * dynamodb:PutItem} and {@code dynamodb:UpdateItem}; {@code forget} needs {@code
 * dynamodb:DeleteItem} and {@code find} {@code dynamodb:GetItem}.
 *
 * <p>Use one instance for all threads. It does not close the client.
 */
public final class DynamoDbStore implements IdempotencyStore {
  private final DynamoDbClient client;
  private final Requests requests;
  private final Faults faults;
  private final TimeLeft timeLeft;
  private final AtomicBoolean deniesGroups;

  /**
   * The store that the stack tells of, such as by {@code LambdaSettings} and {@code HttpSettings}:
   * in its table, and listing what it asks for. Nothing is called before the first message.
   *
   * @param client with bounds that fit the caller, such as those of {@link DynamoDbClients}
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
   * A store in the table that lists {@link Listing#DOUBTFUL} records, whatever a stack says.
   * Nothing is called before the first message.
   *
   * @param client with bounds that fit the caller, such as those of {@link DynamoDbClients}
   * @param table its name or ARN
   * @throws ConfigurationException if the client or the table name is missing
   */
  public DynamoDbStore(DynamoDbClient client, String table) {
    this(client, table, Listing.DOUBTFUL);
  }

  /**
   * A store in the table that lists the records chosen; see {@link DynamoDbListing}.
   *
   * @param client with bounds that fit the caller, such as those of {@link DynamoDbClients}
   * @param table its name or ARN
   * @throws ConfigurationException if the client or the table name is missing
   */
  public DynamoDbStore(DynamoDbClient client, String table, Listing listing) {
    this(
        Required.value(
            client, "The store has no client", "Pass one, such as DynamoDbClients.forLambda()"),
        new Requests(
            Required.text(
                table, "The store has no table name", "Pass the idempotency table's name or ARN"),
            listing),
        new Faults(client, table),
        TimeLeft.unlimited(),
        // An ARN may name a table of another account, which statements can't.
        new AtomicBoolean(table.startsWith("arn:")));
  }

  private DynamoDbStore(
      DynamoDbClient client,
      Requests requests,
      Faults faults,
      TimeLeft timeLeft,
      AtomicBoolean deniesGroups) {
    this.client = client;
    this.requests = requests;
    this.faults = faults;
    this.timeLeft = timeLeft;
    this.deniesGroups = deniesGroups;
  }

  @Override
  public IdempotencyStore endingBy(Instant deadline) {
    TimeLeft untilThen = TimeLeft.until(deadline, client);
    return new DynamoDbStore(client, requests, faults, untilThen, deniesGroups);
  }

  /**
   * {@inheritDoc} Here: up to 25 as PartiQL statements. Needs {@code dynamodb:PartiQLInsert},
   * {@code dynamodb:PartiQLUpdate} and {@code dynamodb:BatchGetItem} too; a store that lacks one of
   * them says so once in the log, and then has no groups. Nor has a table that is given by its ARN.
   */
  @Override
  public Optional<GroupWriter> groups() {
    return deniesGroups.get()
        ? Optional.empty()
        : Optional.of(new StatementGroups(client, requests, faults, timeLeft, deniesGroups));
  }

  /**
   * {@inheritDoc} Here: of a {@link UnitOfWork}. Needs the same rights to the tables of the effects
   * as plain writes do, and {@code dynamodb:ConditionCheckItem} for {@link UnitOfWork#check}.
   */
  @Override
  public Optional<Transactions> transactions() {
    Optional<String> region =
        Optional.ofNullable(client.serviceClientConfiguration().region()).map(Region::id);
    return Optional.of(
        new UnitsOfWork(
            client, requests, faults, timeLeft, new UnitLimits(requests.table(), region)));
  }

  @Override
  public WriteResult claim(Claim claim) {
    return write(
        () -> {
          client.putItem(timeLeft.bound(requests.claim(claim)));
          return IdempotencyRecord.claimed(claim);
        });
  }

  @Override
  public WriteResult takeOver(IdempotencyRecord seen, Claim claim) {
    return update(requests.takeOver(seen, claim), current -> current.takenOver(claim));
  }

  @Override
  public WriteResult renew(IdempotencyRecord mine, Instant leaseUntil, Stamp stamp) {
    Instant whole = leaseUntil.truncatedTo(ChronoUnit.MILLIS);
    UnaryOperator<IdempotencyRecord> change = current -> current.renewed(whole, stamp);
    WriteResult first = update(requests.renew(mine, change.apply(mine)), change);
    return noted(mine, first)
        .map(current -> update(requests.renew(current, change.apply(current)), change))
        .orElse(first);
  }

  /** The attempt's own record as it stands, where a note of it may have crossed the renewal. */
  private static Optional<IdempotencyRecord> noted(IdempotencyRecord mine, WriteResult renewal) {
    return renewal instanceof Refused(Optional<IdempotencyRecord> current)
        ? current
            .filter(it -> it.isOwnedBy(mine.owner()))
            .filter(it -> !it.stamp().keptUntil().equals(mine.stamp().keptUntil()))
        : Optional.empty();
  }

  @Override
  public WriteResult note(IdempotencyRecord mine, Step step, Stamp stamp) {
    Step kept = Kept.of(step);
    return update(requests.note(mine, kept, stamp), current -> current.noted(kept, stamp));
  }

  @Override
  public WriteResult complete(IdempotencyRecord mine, StoredResult result, Stamp stamp) {
    return end(new Write.Completing(mine, result, stamp));
  }

  @Override
  public WriteResult release(IdempotencyRecord mine, ErrorSummary why, Stamp stamp) {
    return end(new Write.Releasing(mine, why, stamp));
  }

  @Override
  public WriteResult fail(IdempotencyRecord mine, ErrorSummary why, Stamp stamp) {
    return end(new Write.Failing(mine, why, stamp));
  }

  @Override
  public WriteResult hold(IdempotencyRecord seen, ErrorSummary why, Stamp stamp) {
    ErrorSummary kept = Kept.of(why);
    UnaryOperator<IdempotencyRecord> change = current -> current.held(kept, stamp);
    return update(requests.end(seen, change.apply(seen), Condition.asSeen(seen)), change);
  }

  @Override
  public WriteResult settle(IdempotencyRecord seen, Settlement decision, Stamp stamp) {
    Condition condition = Condition.restingAt(stamp.at(), seen);
    UnaryOperator<IdempotencyRecord> change = current -> current.settled(decision, stamp);
    return update(requests.settle(change.apply(seen), condition), change);
  }

  @Override
  public WriteResult settleStep(IdempotencyRecord seen, Step step, Stamp stamp) {
    Step kept = Kept.of(step);
    return update(
        requests.settleStep(seen, kept, stamp), current -> current.stepSettled(kept, stamp));
  }

  @Override
  public WriteResult erase(IdempotencyRecord seen, Instant now) {
    return update(requests.erase(seen, now), IdempotencyRecord::erased);
  }

  @Override
  public WriteResult forget(IdempotencyRecord seen, Instant now) {
    DeleteItemRequest request = requests.forget(seen, now);
    return write(() -> ItemCodec.record(client.deleteItem(timeLeft.bound(request)).attributes()));
  }

  @Override
  public Optional<IdempotencyRecord> find(RecordId id) {
    Map<String, AttributeValue> item =
        call(() -> client.getItem(timeLeft.bound(requests.find(id))).item());
    return record(item);
  }

  private WriteResult end(Write.Ending ending) {
    Write.Ending kept = Kept.of(ending);
    IdempotencyRecord mine = kept.mine();
    return update(requests.end(mine, kept.after(mine), Condition.heldBy(mine)), kept::after);
  }

  private WriteResult update(UpdateItemRequest request, UnaryOperator<IdempotencyRecord> change) {
    return write(
        () ->
            change.apply(
                ItemCodec.record(client.updateItem(timeLeft.bound(request)).attributes())));
  }

  private WriteResult write(Supplier<IdempotencyRecord> request) {
    try {
      return new Written(call(request));
    } catch (ConditionalCheckFailedException e) {
      return new Refused(record(e.item()));
    }
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
