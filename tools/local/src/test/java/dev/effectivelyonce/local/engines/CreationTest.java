package dev.effectivelyonce.local.engines;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.local.fixture.TestStack;
import dev.effectivelyonce.local.system.LocalSystem;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveStatus;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;

class CreationTest {
  @Test
  void theEnginesHoldWhatTheTemplateSays(@TempDir Path folder) {
    try (LocalSystem system = TestStack.in(folder).fifo().visibility(7).maxReceives(4).start()) {
      var queue =
          system
              .sqs()
              .getQueueAttributes(
                  it ->
                      it.queueUrl(system.output("QueueUrl")).attributeNames(QueueAttributeName.ALL))
              .attributes();
      assertThat(queue)
          .containsEntry(QueueAttributeName.VISIBILITY_TIMEOUT, "7")
          .containsEntry(QueueAttributeName.FIFO_QUEUE, "true");
      assertThat(queue.get(QueueAttributeName.REDRIVE_POLICY)).contains("Test-Dead.fifo", "4");

      var table =
          system.dynamoDb().describeTable(it -> it.tableName(system.output("TableName"))).table();
      assertThat(table.keySchema())
          .containsExactly(
              KeySchemaElement.builder().attributeName("id").keyType(KeyType.HASH).build());
      assertThat(table.globalSecondaryIndexes())
          .singleElement()
          .satisfies(
              index -> {
                assertThat(index.indexName()).isEqualTo("listing");
                assertThat(index.keySchema())
                    .extracting(KeySchemaElement::attributeName)
                    .containsExactly("listing", "updated_at");
                assertThat(index.projection().projectionType()).isEqualTo(ProjectionType.KEYS_ONLY);
              });
      var timeToLive =
          system
              .dynamoDb()
              .describeTimeToLive(it -> it.tableName(system.output("TableName")))
              .timeToLiveDescription();
      assertThat(timeToLive.attributeName()).isEqualTo("expiration");
      assertThat(timeToLive.timeToLiveStatus()).isEqualTo(TimeToLiveStatus.ENABLED);
    }
  }
}
