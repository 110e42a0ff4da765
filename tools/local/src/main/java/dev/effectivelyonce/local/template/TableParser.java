package dev.effectivelyonce.local.template;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Optional;

/** AWS::DynamoDB::Table and AWS::DynamoDB::GlobalTable. */
final class TableParser {
  private TableParser() {}

  static TableResource parse(Resource resource) {
    return new TableResource(
        resource.logicalId(),
        resource.ref("TableName"),
        key(resource, resource.property("KeySchema"), "KeySchema"),
        resource
            .property("GlobalSecondaryIndexes")
            .valueStream()
            .map(index -> index(resource, index))
            .toList(),
        resource.property("TimeToLiveSpecification/Enabled").asBoolean()
            ? Optional.of(resource.text("TimeToLiveSpecification/AttributeName"))
            : Optional.empty(),
        resource.optionalText("StreamSpecification/StreamViewType"));
  }

  private static TableResource.Index index(Resource resource, JsonNode index) {
    String path = "GlobalSecondaryIndexes";
    JsonNode projection = index.path("Projection");
    return new TableResource.Index(
        resource.text(index.path("IndexName"), path + "/IndexName"),
        key(resource, index.path("KeySchema"), path + "/KeySchema"),
        resource.text(projection.path("ProjectionType"), path + "/Projection"),
        projection.path("NonKeyAttributes").valueStream().map(JsonNode::asText).toList());
  }

  private static List<TableResource.KeyPart> key(Resource resource, JsonNode schema, String path) {
    return schema.valueStream().map(part -> keyPart(resource, part, path)).toList();
  }

  private static TableResource.KeyPart keyPart(Resource resource, JsonNode part, String path) {
    String attribute = resource.text(part.path("AttributeName"), path);
    return new TableResource.KeyPart(
        attribute, resource.text(part.path("KeyType"), path), attributeType(resource, attribute));
  }

  private static String attributeType(Resource resource, String attribute) {
    return resource
        .property("AttributeDefinitions")
        .valueStream()
        .filter(definition -> definition.path("AttributeName").asText().equals(attribute))
        .map(definition -> definition.path("AttributeType").asText())
        .findFirst()
        .orElseThrow(
            () ->
                new TemplateException(
                    resource.at("AttributeDefinitions"),
                    "does not define the key attribute " + attribute));
  }
}
