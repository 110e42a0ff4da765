package dev.effectivelyonce.local.template;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Optional;

/** AWS::DynamoDB::Table and AWS::DynamoDB::GlobalTable. */
final class TableParser {
  private final Properties properties;

  TableParser(Properties properties) {
    this.properties = properties;
  }

  TableResource parse(Resource resource) {
    return new TableResource(
        resource.logicalId(),
        properties.ref(resource.logicalId(), resource.at("TableName")),
        key(resource),
        timeToLive(resource));
  }

  private List<TableResource.KeyPart> key(Resource resource) {
    return resource
        .property("KeySchema")
        .valueStream()
        .map(part -> keyPart(resource, part))
        .toList();
  }

  private TableResource.KeyPart keyPart(Resource resource, JsonNode part) {
    String attribute = properties.text(part.path("AttributeName"), resource.at("KeySchema"));
    return new TableResource.KeyPart(
        attribute,
        properties.text(part.path("KeyType"), resource.at("KeySchema")),
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
