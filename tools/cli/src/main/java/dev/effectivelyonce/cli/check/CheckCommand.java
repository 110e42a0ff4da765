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
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
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
      "Applies the rules of this library's constructs to each template: CloudFormation in JSON, as",
      "the CDK writes it, or the output of `terraform show -json`. For each problem, you see the",
      "resource, what breaks, and how to fix it. If only the deployment knows a value, the finding",
      "is \"could not be checked\". Exit code 1: there is an error. Exit code 2: a template can't",
      "be read."
    })
public final class CheckCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(arity = "1..*", paramLabel = "TEMPLATE", description = "The files to check.")
  private List<String> templates = new ArrayList<>();

  @Option(
      names = "--accept",
      paramLabel = "'RULE=RESOURCE: REASON'",
      description = "Accepts a finding of this rule about this resource. Repeatable.")
  private List<String> accept = new ArrayList<>();

  @Option(
      names = "--output",
      paramLabel = "text|json|sarif",
      description = "How the result is written. Default: text.")
  private CheckFormat format = CheckFormat.text;

  @Override
  public Integer call() {
    Host host = ((Hosted) spec.root().userObject()).host();
    List<Accepted> accepted = accept.stream().map(Accepted::of).toList();
    List<CheckedTemplate> checked =
        templates.stream()
            .map(it -> TemplateFile.check(host.directory().resolve(it), it, accepted))
            .toList();
    Output output =
        new Output(
            spec.commandLine().getOut(),
            spec.commandLine().getErr(),
            format == CheckFormat.text ? Format.text : Format.json,
            Session.screen(host, spec));
    output.result(
        format == CheckFormat.sarif ? new SarifDocument(checked) : new CheckDocument(checked));
    accepted.stream()
        .filter(it -> checked.stream().noneMatch(template -> template.accepted().contains(it)))
        .forEach(
            it ->
                output.tell(
                    "--accept %s=%s accepts nothing: there is no such finding. Remove it."
                        .formatted(it.rule(), it.resource())));
    return checked.stream().anyMatch(it -> it.count(Severity.ERROR) > 0)
        ? ExitCode.REFUSED
        : ExitCode.DONE;
  }
}
