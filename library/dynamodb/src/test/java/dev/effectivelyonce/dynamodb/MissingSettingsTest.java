package dev.effectivelyonce.dynamodb;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.store.StoreSettings;
import dev.effectivelyonce.dynamodb.outbox.Outbox;
import java.time.Clock;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** What a function is not given is told where it is made, as from code without null annotations. */
@SuppressWarnings("NullAway")
class MissingSettingsTest {
  private final DynamoDbClient client = LocalDynamoDb.client();

  @ParameterizedTest
  @NullSource
  @ValueSource(strings = {"", " "})
  void aStoreHasATable(String table) {
    assertThatThrownBy(() -> new DynamoDbStore(client, table))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("no table name");
  }

  @Test
  void aStoreHasAClient() {
    DynamoDbClient none = (DynamoDbClient) Map.<String, Object>of().get("none");

    assertThatThrownBy(() -> new DynamoDbStore(none, "records"))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("no client");
  }

  @Test
  void aStoreThatTheStackTellsOfHasSettings() {
    StoreSettings none = (StoreSettings) Map.<String, Object>of().get("none");

    assertThatThrownBy(() -> DynamoDbStore.of(client, none))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("no settings");
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(strings = {"", " "})
  void anOutboxHasATable(String table) {
    assertThatThrownBy(() -> new Outbox(table, Clock.systemUTC()))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("The outbox has no table name");
  }
}
