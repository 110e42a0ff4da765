package dev.effectivelyonce.local.template;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Optional;

/** AWS::DynamoDB::Table and AWS::DynamoDB::GlobalTable. */
record TableParser(Properties properties) {
  TableResource parse(Resource resource) {
    return new TableResource(
        resource.logicalId(),
        properties.ref(resource.logicalId(), resource.at("TableName")),
        key(resource, resource.property("KeySchema"), resource.at("KeySchema")),
        indexes(resource),
        timeToLive(resource),
        streamView(resource));
  }

  private Optional<String> streamView(Resource resource) {
    JsonNode view = resource.property("StreamSpecification").path("StreamViewType");
    return view.isMissingNode()
        ? Optional.empty()
        : Optional.of(properties.text(view, resource.at("StreamSpecification.StreamViewType")));
  }

  private List<TableResource.Index> indexes(Resource resource) {
    return resource
        .property("GlobalSecondaryIndexes")
        .valueStream()
        .map(index -> index(resource, index))
        .toList();
  }

  private TableResource.Index index(Resource resource, JsonNode index) {
    Location where = resource.at("GlobalSecondaryIndexes");
    JsonNode projection = index.path("Projection");
    return new TableResource.Index(
        properties.text(index.path("IndexName"), where.child("IndexName")),
        key(resource, index.path("KeySchema"), where.child("KeySchema")),
        properties.text(projection.path("ProjectionType"), where.child("Projection")),
        projection.path("NonKeyAttributes").valueStream().map(JsonNode::asText).toList());
  }

  private List<TableResource.KeyPart> key(Resource resource, JsonNode schema, Location where) {
    return schema.valueStream().map(part -> keyPart(resource, part, where)).toList();
  }

  private TableResource.KeyPart keyPart(Resource resource, JsonNode part, Location where) {
    String attribute = properties.text(part.path("AttributeName"), where);
    return new TableResource.KeyPart(
        attribute,
        properties.text(part.path("KeyType"), where),
        attributeType(resource, attribute));
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

  private Optional<String> timeToLive(Resource resource) {
    JsonNode specification = resource.property("TimeToLiveSpecification");
    if (!specification.path("Enabled").asBoolean()) {
      return Optional.empty();
    }
    return Optional.of(
        properties.text(
            specification.path("AttributeName"),
            resource.at("TimeToLiveSpecification.AttributeName")));
  }
}
