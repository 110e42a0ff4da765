package dev.effectivelyonce.operations.store;

import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.Listing;
import dev.effectivelyonce.core.store.RecordListing;
import dev.effectivelyonce.postgres.PostgresSchema;
import dev.effectivelyonce.postgres.PostgresStore;
import java.util.List;
import java.util.stream.Collectors;
import org.postgresql.ds.PGSimpleDataSource;

/** Records in PostgreSQL. Without a password file the driver reads {@code .pgpass}. */
final class OpenPostgres implements OpenStore {
  private final PGSimpleDataSource source = new PGSimpleDataSource();
  private final PostgresStore store;

  OpenPostgres(StoreUrl url, Listing listing) {
    String parameters =
        url.parameters().entrySet().stream()
            .map(it -> it.getKey() + "=" + it.getValue())
            .collect(Collectors.joining("&"));
    source.setUrl(
        "jdbc:postgresql://%s:%s/%s?%s"
            .formatted(url.host(), url.port(), url.database(), parameters));
    url.user().ifPresent(source::setUser);
    url.password().ifPresent(source::setPassword);
    store = new PostgresStore(source, listing);
  }

  @Override
  public IdempotencyStore store() {
    return store;
  }

  @Override
  public RecordListing listing() {
    return store;
  }

  @Override
  public List<Fault> faults() {
    return PostgresSchema.check(source).stream()
        .map(it -> new Fault(it.problem(), it.remedy()))
        .toList();
  }

  /** Ends nothing: each call ends its connection. */
  @Override
  public void close() {}
}
