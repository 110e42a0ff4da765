package dev.effectivelyonce.cdk;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import software.amazon.awscdk.services.cloudwatch.Dashboard;
import software.amazon.awscdk.services.cloudwatch.IWidget;
import software.amazon.awscdk.services.dynamodb.ITable;
import software.constructs.Construct;

/**
 * One CloudWatch dashboard for operators. It shows each consumer's queues, outcomes, times and
 * function, and the same for each API and each outbox. Then come the tables of records, what is
 * half done there, and the replay.
 *
 * <p>It shows metrics that exist anyway, so it costs what CloudWatch asks for a dashboard and no
 * more.
 */
public final class OperationsDashboard extends Construct {
  private final Dashboard dashboard;

  private OperationsDashboard(Builder builder) {
    super(builder.scope, builder.id);
    Dashboard.Builder made = Dashboard.Builder.create(this, "Dashboard").widgets(rows(builder));
    builder.name.ifPresent(made::dashboardName);
    this.dashboard = made.build();
  }

  /** Returns the dashboard itself. */
  public Dashboard dashboard() {
    return dashboard;
  }

  private static List<List<IWidget>> rows(Builder builder) {
    List<List<IWidget>> rows = new ArrayList<>();
    builder.consumers.forEach((title, consumer) -> rows.addAll(ConsumerRows.of(title, consumer)));
    builder.apis.forEach((title, api) -> rows.addAll(ApiRows.of(title, api)));
    builder.outboxes.forEach((title, outbox) -> rows.addAll(OutboxRows.of(title, outbox)));
    tables(builder).forEach(table -> rows.addAll(TableRows.of(table)));
    builder.watch.ifPresent(watch -> rows.addAll(UnsettledRows.of(watch)));
    builder.replay.ifPresent(replay -> rows.addAll(ReplayRows.of(replay)));
    return rows;
  }

  private static List<ITable> tables(Builder builder) {
    Map<String, ITable> tables = new LinkedHashMap<>();
    Stream.concat(
            builder.consumers.values().stream().map(IdempotentConsumer::table),
            builder.apis.values().stream().map(IdempotentApi::table))
        .flatMap(Optional::stream)
        .forEach(table -> tables.putIfAbsent(table.getTableArn(), table));
    return List.copyOf(tables.values());
  }

  /** Collects the settings of the dashboard. */
  public static final class Builder {
    private final Construct scope;
    private final String id;
    private final Map<String, IdempotentConsumer> consumers = new LinkedHashMap<>();
    private final Map<String, IdempotentApi> apis = new LinkedHashMap<>();
    private final Map<String, TransactionalOutbox> outboxes = new LinkedHashMap<>();
    private Optional<DeadLetterReplay> replay = Optional.empty();
    private Optional<UnsettledWatch> watch = Optional.empty();
    private Optional<String> name = Optional.empty();

    private Builder(Construct scope, String id) {
      this.scope = scope;
      this.id = id;
    }

    /** Starts a dashboard under the given scope. */
    public static Builder create(Construct scope, String id) {
      return new Builder(scope, id);
    }

    /** Sets the dashboard's name in account and region. Default: CloudFormation makes one. */
    public Builder name(String name) {
      this.name = Optional.of(name);
      return this;
    }

    /** Shows a consumer under a title. At least one. */
    public Builder consumer(String title, IdempotentConsumer consumer) {
      consumers.put(title, consumer);
      return this;
    }

    /** Shows an API under a title. Default: none. */
    public Builder api(String title, IdempotentApi api) {
      apis.put(title, api);
      return this;
    }

    /** Shows an outbox under a title. Default: none. */
    public Builder outbox(String title, TransactionalOutbox outbox) {
      outboxes.put(title, outbox);
      return this;
    }

    /** Shows the watch of records that are half done or held. Default: none. */
    public Builder watch(UnsettledWatch watch) {
      this.watch = Optional.of(watch);
      return this;
    }

    /** Shows the replay. Default: none. */
    public Builder replay(DeadLetterReplay replay) {
      this.replay = Optional.of(replay);
      return this;
    }

    /**
     * Adds the dashboard to the scope.
     *
     * @throws InvalidConstructException if there is no consumer; nothing is added then
     */
    public OperationsDashboard build() {
      if (consumers.isEmpty()) {
        throw new InvalidConstructException(
            scope.getNode().getPath() + "/" + id,
            List.of("consumer is missing. Name at least one before build()."));
      }
      return new OperationsDashboard(this);
    }
  }
}
