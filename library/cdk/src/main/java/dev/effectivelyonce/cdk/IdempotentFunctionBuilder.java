package dev.effectivelyonce.cdk;

import dev.effectivelyonce.core.engine.ConsumerMode;
import dev.effectivelyonce.core.store.Listing;
import java.time.Duration;
import java.util.Optional;
import software.amazon.awscdk.services.codedeploy.ILambdaDeploymentConfig;
import software.amazon.awscdk.services.dynamodb.ITable;

/**
 * The settings of a function that keeps records.
 *
 * @param <B> the builder that its methods return
 */
public abstract class IdempotentFunctionBuilder<B extends IdempotentFunctionBuilder<B>>
    extends FunctionBuilder<B> {
  private final IdempotentDraft draft;

  IdempotentFunctionBuilder(IdempotentDraft draft) {
    super(draft);
    this.draft = draft;
  }

  /** Sets the function's handler, as {@code package.Class::handleRequest}. Required. */
  public B handler(String handler) {
    draft.handler = Optional.of(handler);
    return self();
  }

  /**
   * Sets the name of the consumer in its code: that of its {@code MessageIdentity} or {@code
   * HttpApi}. The function compares the two when it starts. Required, and unique among the
   * constructs that share a table.
   */
  public B consumerName(String name) {
    draft.consumerName = Optional.of(name);
    return self();
  }

  /**
   * Sets the table of the records; its key and TTL as in {@link IdempotencyTable}. This, {@link
   * #relationalStore} or {@link #redis} is required.
   */
  public B idempotencyTable(ITable table) {
    draft.idempotencyTable = Optional.of(table);
    return self();
  }

  /**
   * Keeps the records in PostgreSQL, in place of {@link #idempotencyTable}. The function gets the
   * address and one login, and no right to DynamoDB. Default: in a table.
   */
  public B relationalStore(RelationalStore store) {
    draft.relationalStore = Optional.of(store);
    return self();
  }

  /**
   * Keeps the records in Redis or Valkey, in place of {@link #idempotencyTable}. The function gets
   * the address and one login, and no right to DynamoDB. Default: in a table.
   */
  public B redis(RedisEndpoint server) {
    draft.redis = Optional.of(server);
    return self();
  }

  /**
   * Sets how long one invocation may take, in whole seconds, 900 at most. Default: 30 s, for an API
   * 10 s. If the first attempt dies, its repetition waits this long.
   */
  public B timeout(Duration timeout) {
    draft.timeout = timeout;
    return self();
  }

  /**
   * Sets what becomes of the snapshot of a version that nothing calls for 14 days. Default: {@link
   * Snapshots#LEFT_TO_LAMBDA}.
   */
  public B snapshots(Snapshots snapshots) {
    draft.snapshots = snapshots;
    return self();
  }

  /**
   * Sets which records of the table the function's role may touch. Default: {@link
   * RecordAccess#WHOLE_TABLE}.
   */
  public B recordAccess(RecordAccess access) {
    draft.recordAccess = access;
    return self();
  }

  /** Sets which records an operator can list. Default: {@link Listing#DOUBTFUL}. */
  public B listing(Listing listing) {
    draft.listing = listing;
    return self();
  }

  /**
   * Sets whether duplicates are skipped, or only counted. An API takes no other mode than the
   * default. Default: {@link ConsumerMode#ENFORCE}.
   */
  public B mode(ConsumerMode mode) {
    draft.mode = mode;
    return self();
  }

  /**
   * Makes CodeDeploy move the alias {@code live} to each new version in these steps. It moves back
   * to the old one when an alarm rings that a new version can cause. These are errors, and held,
   * superseded, unrecorded or store-failed messages; for an API its server errors too. Without a
   * {@code MetricsObserver} only AWS's own metrics ring. Default: the alias moves at once.
   */
  public B gradualDeployment(ILambdaDeploymentConfig steps) {
    draft.gradualDeployment = Optional.of(steps);
    return self();
  }
}
