package dev.effectivelyonce.operations.check;

import com.fasterxml.jackson.databind.JsonNode;
import dev.effectivelyonce.operations.check.TreeFile.Tree;
import dev.effectivelyonce.operations.problem.OperationException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** A file with a template of CloudFormation, or with what {@code terraform show -json} writes. */
public final class TemplateFile {
  private static final String FORMATS =
      "Name a template of CloudFormation in JSON or YAML, the folder that `cdk synth` writes"
          + " (cdk.out), or what `terraform show -json` writes";

  private final String name;
  private final Tree tree;

  private TemplateFile(String name, Tree tree) {
    this.name = name;
    this.tree = tree;
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
    return check(List.of(read(file, name)), accepted).getFirst();
  }

  /**
   * Checks templates together: what one exports is known to those that import it.
   *
   * @param directory that names are relative to
   * @param names files as the user wrote them, or folders that the CDK has synthesized. A file that
   *     is named twice is checked once
   * @param accepted findings that their owner accepts
   * @throws OperationException if a file can't be read, or is no template
   */
  public static List<CheckedTemplate> check(
      Path directory, List<String> names, List<Accepted> accepted) {
    Set<Path> seen = new HashSet<>();
    List<TemplateFile> files = new ArrayList<>();
    for (String name : names) {
      Path path = directory.resolve(name);
      if (Files.isDirectory(path)) {
        files.addAll(new Assembly(path, name, seen).templates());
      } else if (seen.add(real(path))) {
        files.add(read(path, name));
      }
    }
    return check(files, accepted);
  }

  /** A file that isn't there is refused when it is read. */
  private static Path real(Path path) {
    try {
      return path.toRealPath();
    } catch (IOException e) {
      return path;
    }
  }

  private static List<CheckedTemplate> check(List<TemplateFile> files, List<Accepted> accepted) {
    Exports exports = new Exports();
    try {
      List<Supplier<List<Resource>>> resources =
          IntStream.range(0, files.size())
              .mapToObj(i -> files.get(i).resources(i, exports))
              .toList();
      Template template =
          new Template(resources.stream().flatMap(it -> it.get().stream()).toList());
      return CheckedTemplate.of(files.stream().map(it -> it.name).toList(), template, accepted);
    } catch (StackOverflowError e) {
      throw OperationException.usage(
          "The templates have conditions, imports or aliases that lead to each other too often",
          "Shorten the longest chain of them");
    }
  }

  private static TemplateFile read(Path file, String name) {
    TemplateFile template = ofStack(file, name);
    if (!template.root().path("Resources").isObject() && !Terraform.isIn(template.root())) {
      throw source(file, name)
          .wrong(
              "is neither a template of CloudFormation nor a plan or state of Terraform", FORMATS);
    }
    return template;
  }

  /** Reads the template of a stack of the CDK, which may be without resources. */
  static TemplateFile ofStack(Path file, String name) {
    TreeFile source = source(file, name);
    Tree tree = source.read();
    refuseSam(source, tree.root());
    return new TemplateFile(name, tree);
  }

  private static TreeFile source(Path file, String name) {
    return new TreeFile(file, "The template " + name, FORMATS);
  }

  JsonNode root() {
    return tree.root();
  }

  /** Adds its exports, and returns how its resources are read once those of all files are known. */
  private Supplier<List<Resource>> resources(int file, Exports exports) {
    if (Terraform.isIn(root())) {
      return () -> Terraform.read(file, root());
    }
    CloudFormation template = new CloudFormation(file, root(), exports);
    exports.add(template);
    return () -> template.resources(tree.lines());
  }

  private static void refuseSam(TreeFile source, JsonNode root) {
    for (JsonNode resource : root.path("Resources")) {
      if (resource.path("Type").asText().startsWith("AWS::Serverless::")) {
        throw source.wrong(
            "is a template of SAM",
            "Name what SAM's translator makes of it, such as `aws cloudformation get-template"
                + " --template-stage Processed --query TemplateBody --stack-name STACK` prints");
      }
    }
  }
}
