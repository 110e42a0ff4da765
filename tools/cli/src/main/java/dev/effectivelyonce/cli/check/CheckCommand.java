package dev.effectivelyonce.cli.check;

import dev.effectivelyonce.cli.options.Host;
import dev.effectivelyonce.cli.options.Hosted;
import dev.effectivelyonce.cli.options.Session;
import dev.effectivelyonce.cli.output.Format;
import dev.effectivelyonce.cli.output.Output;
import dev.effectivelyonce.cli.problem.ExitCode;
import dev.effectivelyonce.operations.check.Accepted;
import dev.effectivelyonce.operations.check.CheckedTemplate;
import dev.effectivelyonce.operations.check.TemplateFile;
import dev.effectivelyonce.operations.doctor.Severity;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Checks templates before they are deployed. Calls nothing, and needs no configuration. */
@Command(
    name = "check",
    mixinStandardHelpOptions = true,
    header = "Checks infrastructure templates before you deploy them.%n",
    description = {
      "Applies the rules of this library's constructs to each template: CloudFormation in JSON or",
      "YAML, a folder that the CDK has synthesized (cdk.out), or the output of `terraform show",
      "-json`. For each problem, you see the resource, what breaks, and how to fix it. If only the",
      "deployment knows a value, the finding is \"could not be checked\". Name stacks that import"
          + " from",
      "each other together. Exit code 1: there is an error. Exit code 2: a file can't be read."
    })
public final class CheckCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(
      arity = "1..*",
      paramLabel = "TEMPLATE",
      description = "The files, or folders of the CDK, to check.")
  private List<String> templates = new ArrayList<>();

  @Option(
      names = "--accept",
      paramLabel = "'RULE=RESOURCE: REASON'",
      description = "Accepts a finding of this rule about this resource. Repeatable.")
  private List<String> accept = new ArrayList<>();

  @Option(
      names = "--accept-file",
      paramLabel = "FILE",
      description = {
        "Accepts the findings in this file: a list in JSON or YAML, each with rule, resource,",
        "reason and, if you like, until, the last day. Repeatable."
      })
  private List<String> acceptFiles = new ArrayList<>();

  @Option(
      names = "--output",
      paramLabel = "text|json|sarif",
      description = "How the result is written. Default: text.")
  private CheckFormat format = CheckFormat.text;

  @Override
  public Integer call() {
    Host host = ((Hosted) spec.root().userObject()).host();
    List<Accepted> all =
        Stream.concat(
                accept.stream().map(Accepted::of),
                acceptFiles.stream()
                    .flatMap(it -> Accepted.read(host.directory().resolve(it), it).stream()))
            .toList();
    LocalDate today = LocalDate.ofInstant(host.platform().clock().instant(), ZoneOffset.UTC);
    List<Accepted> accepted = all.stream().filter(it -> !it.isOver(today)).toList();
    List<CheckedTemplate> checked = TemplateFile.check(host.directory(), templates, accepted);
    Output output =
        new Output(
            spec.commandLine().getOut(),
            spec.commandLine().getErr(),
            format == CheckFormat.text ? Format.text : Format.json,
            Session.screen(host, spec));
    output.result(
        format == CheckFormat.sarif ? new SarifDocument(checked) : new CheckDocument(checked));
    all.stream().flatMap(it -> useless(it, today, checked).stream()).forEach(output::tell);
    return checked.stream().anyMatch(it -> it.count(Severity.ERROR) > 0)
        ? ExitCode.REFUSED
        : ExitCode.DONE;
  }

  /** What to do about an acceptance that does nothing. */
  private static Optional<String> useless(
      Accepted accepted, LocalDate today, List<CheckedTemplate> checked) {
    String name = accepted.rule() + "=" + accepted.resource();
    if (accepted.isOver(today)) {
      return Optional.of(
          "The acceptance of %s ended on %s. Fix the finding, or accept it until a later day."
              .formatted(name, accepted.until().map(LocalDate::toString).orElse("")));
    }
    return checked.stream().anyMatch(it -> it.accepted().contains(accepted))
        ? Optional.empty()
        : Optional.of(
            "The acceptance of %s fits no finding. Remove it, or correct its rule and resource."
                .formatted(name));
  }
}
