package dev.effectivelyonce.operations.check;

import com.fasterxml.jackson.databind.JsonNode;
import dev.effectivelyonce.operations.problem.OperationException;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A folder that the CDK has synthesized: its stacks, nested ones, and those of its stages. */
final class Assembly {
  private static final String REMEDY =
      "Run `cdk synth`, and name the folder that it writes (cdk.out), or the templates in it";

  private final Path folder;
  private final String name;
  private final Set<Path> seen;
  private final Set<Path> visited = new HashSet<>();
  private int stacks;
  private final List<TemplateFile> templates = new ArrayList<>();

  /**
   * An assembly.
   *
   * @param name as the user wrote it
   * @param seen real paths of templates that were read; the assembly adds its own
   */
  Assembly(Path folder, String name, Set<Path> seen) {
    this.folder = folder;
    this.name = name.replaceFirst("/+$", "");
    this.seen = seen;
  }

  List<TemplateFile> templates() {
    addAll("");
    if (stacks == 0) {
      throw OperationException.usage("The folder " + name + " has no stack", REMEDY);
    }
    return templates;
  }

  private void addAll(String below) {
    String manifest = below + "manifest.json";
    Path file = within(manifest);
    if (!visited.add(file)) {
      return;
    }
    TreeFile source = new TreeFile(file, "The file " + shown(manifest), REMEDY);
    for (JsonNode artifact : source.read().root().path("artifacts")) {
      JsonNode properties = artifact.path("properties");
      switch (artifact.path("type").asText()) {
        case "aws:cloudformation:stack" -> add(below, properties.path("templateFile").asText());
        case "cdk:cloud-assembly" ->
            addAll(below + properties.path("directoryName").asText() + "/");
        default -> {}
      }
    }
  }

  private void add(String below, String file) {
    stacks++;
    Path path = within(below + file);
    if (!visited.add(path)) {
      return;
    }
    TemplateFile template = TemplateFile.ofStack(path, shown(below + file));
    if (seen.add(path)) {
      templates.add(template);
    }
    for (JsonNode resource : template.root().path("Resources")) {
      String nested = resource.path("Metadata").path("aws:asset:path").asText();
      if (resource.path("Type").asText().equals("AWS::CloudFormation::Stack")
          && !nested.isEmpty()) {
        add(below, nested);
      }
    }
  }

  /** A manifest may come from somebody else: what it names outside of its folder isn't read. */
  private Path within(String file) {
    try {
      Path path = folder.resolve(file).toRealPath();
      if (!path.startsWith(folder.toRealPath())) {
        throw OperationException.usage(
            "The file " + shown(file) + " is outside of the folder " + name,
            "Name its template by itself if you want to check it");
      }
      return path;
    } catch (NoSuchFileException e) {
      throw OperationException.usage("The file " + shown(file) + " does not exist", REMEDY);
    } catch (IOException | InvalidPathException e) {
      throw OperationException.usage("The file " + shown(file) + " can't be read", REMEDY);
    }
  }

  private String shown(String file) {
    return name + "/" + file;
  }
}
