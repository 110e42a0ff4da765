package dev.effectivelyonce.operations.check;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.effectivelyonce.operations.problem.OperationException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A file with a template of CloudFormation, or with what {@code terraform show -json} writes. */
public final class TemplateFile {
  private static final int MOST_BYTES = 64 << 20;
  private static final int DEEPEST = 200;
  private static final JsonFactory JSON =
      JsonFactory.builder()
          .streamReadConstraints(StreamReadConstraints.builder().maxNestingDepth(DEEPEST).build())
          .build();
  private static final String FORMATS =
      "Name a template of CloudFormation in JSON (`cdk synth` writes cdk.out/*.template.json;"
          + " convert YAML, for example by cfn-flip), or what `terraform show -json` writes";

  private final String name;

  private TemplateFile(String name) {
    this.name = name;
  }

  /**
   * Checks a template.
   *
   * @param file to read
   * @param name as the user wrote it
   * @param accepted findings that its owner accepts
   * @throws OperationException if the file can't be read, or is no template
   */
  public static CheckedTemplate check(Path file, String name, List<Accepted> accepted) {
    TemplateFile template = new TemplateFile(name);
    return CheckedTemplate.of(name, template.read(file), accepted);
  }

  private Template read(Path file) {
    byte[] bytes = bytes(file);
    JsonNode root = tree(bytes);
    if (root.path("Resources").isObject()) {
      refuseSam(root);
      return CloudFormation.read(root, lines(bytes));
    }
    if (Terraform.isIn(root)) {
      return Terraform.read(root);
    }
    throw wrong(
        "is neither a template of CloudFormation nor a plan or state of Terraform", FORMATS);
  }

  private byte[] bytes(Path file) {
    try (InputStream input = Files.newInputStream(file)) {
      byte[] bytes = input.readNBytes(MOST_BYTES + 1);
      if (bytes.length > MOST_BYTES) {
        throw wrong("has more than " + (MOST_BYTES >> 20) + " MiB", "Name a smaller file");
      }
      return bytes;
    } catch (NoSuchFileException e) {
      throw wrong("does not exist", "Correct the name");
    } catch (IOException e) {
      throw wrong("can't be read (" + e.getMessage() + ")", "Check the file");
    }
  }

  private JsonNode tree(byte[] bytes) {
    try {
      return new ObjectMapper(JSON).readTree(bytes);
    } catch (StreamConstraintsException e) {
      throw wrong("is nested too deep, or has a value that is too long", FORMATS);
    } catch (JsonProcessingException e) {
      throw wrong("is not JSON, from line " + e.getLocation().getLineNr(), FORMATS);
    } catch (IOException e) {
      throw wrong("can't be read (" + e.getMessage() + ")", FORMATS);
    }
  }

  private void refuseSam(JsonNode root) {
    for (JsonNode resource : root.path("Resources")) {
      if (resource.path("Type").asText().startsWith("AWS::Serverless::")) {
        throw wrong(
            "is a template of SAM",
            "Name what SAM's translator makes of it, such as `aws cloudformation get-template"
                + " --template-stage Processed --query TemplateBody --stack-name STACK` prints");
      }
    }
  }

  /** The lines in which the resources begin. */
  private Map<String, Integer> lines(byte[] bytes) {
    Map<String, Integer> lines = new HashMap<>();
    try (JsonParser parser = JSON.createParser(bytes)) {
      int depth = 0;
      boolean isInResources = false;
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
        if (token == JsonToken.FIELD_NAME && depth == 1) {
          isInResources = parser.currentName().equals("Resources");
        } else if (token == JsonToken.FIELD_NAME && depth == 2 && isInResources) {
          lines.put(parser.currentName(), parser.currentTokenLocation().getLineNr());
        }
      }
      return lines;
    } catch (IOException e) {
      throw wrong("can't be read (" + e.getMessage() + ")", FORMATS);
    }
  }

  private OperationException wrong(String problem, String remedy) {
    return OperationException.usage("The template " + name + " " + problem, remedy);
  }
}
