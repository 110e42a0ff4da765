package dev.effectivelyonce.cdk;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awscdk.services.cloudwatch.Dashboard;
import software.amazon.awscdk.services.cloudwatch.IWidget;
import software.amazon.awscdk.services.dynamodb.ITable;
import software.constructs.Construct;

/**
 * A CloudWatch dashboard for operators. It shows the constructs in the order in which they were
 * added, each with its alarms, waiting messages, outcomes, times and function. They are followed by
 * the tables of records, their half-done records, and the replay.
 *
 * <p>It shows metrics that exist anyway, so it costs only CloudWatch's price for a dashboard.
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
    List<List<IWidget>> rows = new ArrayList<>(builder.rows);
    builder.tables.values().forEach(table -> rows.addAll(SharedRows.of(table)));
    builder.watch.ifPresent(watch -> rows.addAll(SharedRows.of(watch)));
    builder.replay.ifPresent(replay -> rows.addAll(SharedRows.of(replay)));
    return rows;
  }

  /** Builds the dashboard. */
  public static final class Builder {
    private final Construct scope;
    private final String id;
    private final List<List<IWidget>> rows = new ArrayList<>();
    private final Map<String, ITable> tables = new LinkedHashMap<>();
    private Optional<DeadLetterReplay> replay = Optional.empty();
    private Optional<StuckRecordMonitor> watch = Optional.empty();
    private Optional<String> name = Optional.empty();

    private Builder(Construct scope, String id) {
      this.scope = scope;
      this.id = id;
    }

    /** Returns a builder for a dashboard in the given scope. */
    public static Builder create(Construct scope, String id) {
      return new Builder(scope, id);
    }

    /**
     * Sets the dashboard's name in the account and Region. Default: CloudFormation generates one.
     */
    public Builder name(String name) {
      this.name = Optional.of(name);
      return this;
    }

    /**
     * Shows a consumer of a queue under a title. At least one construct with a title is required.
     */
    public Builder consumer(String title, IdempotentConsumer consumer) {
      return show(RecordRows.of(title, consumer), consumer);
    }

    /** Shows a service that consumes a queue under a title. */
    public Builder consumer(String title, IdempotentWorkerService service) {
      return show(RecordRows.of(title, service), service);
    }

    /** Shows a consumer of a stream, of Kafka or of RabbitMQ under a title. */
    public Builder consumer(String title, ParkingConsumer consumer) {
      return show(RecordRows.of(title, consumer), consumer);
    }

    /** Shows a function under a title. */
    public Builder function(String title, EffectivelyOnceFunction function) {
      return show(RecordRows.of(title, function), function);
    }

    /** Shows an API under a title. */
    public Builder api(String title, IdempotentApi api) {
      return show(RecordRows.of(title, api), api);
    }

    /** Shows an outbox under a title. */
    public Builder outbox(String title, TransactionalOutbox outbox) {
      rows.addAll(OutboxRows.of(title, outbox));
      return this;
    }

    /** Shows an outbox in PostgreSQL under a title. */
    public Builder outbox(String title, RelationalOutbox outbox) {
      rows.addAll(OutboxRows.of(title, outbox));
      return this;
    }

    /** Shows the sweeper of a database under a title. */
    public Builder sweeper(String title, RelationalSweeper sweeper) {
      rows.addAll(OutboxRows.of(title, sweeper));
      return this;
    }

    private Builder show(List<List<IWidget>> added, RecordedConstruct<?> consumer) {
      rows.addAll(added);
      consumer.table().ifPresent(table -> tables.putIfAbsent(table.getTableArn(), table));
      return this;
    }

    /** Shows the monitor of records that are half done or held. Default: none. */
    public Builder watch(StuckRecordMonitor watch) {
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
     * @throws InvalidConstructException if there is nothing to show; nothing is added then
     */
    public OperationsDashboard build() {
      if (rows.isEmpty()) {
        throw new InvalidConstructException(
            scope.getNode().getPath() + "/" + id,
            List.of("there is nothing to show. Name a consumer, API or function before build()."));
      }
      return new OperationsDashboard(this);
    }
  }
}
