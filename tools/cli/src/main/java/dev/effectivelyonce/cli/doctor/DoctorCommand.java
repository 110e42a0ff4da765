package dev.effectivelyonce.cli.doctor;

import dev.effectivelyonce.cli.options.CommonOptions;
import dev.effectivelyonce.cli.options.Host;
import dev.effectivelyonce.cli.options.Session;
import dev.effectivelyonce.cli.problem.ExitCode;
import dev.effectivelyonce.operations.doctor.Diagnosis;
import dev.effectivelyonce.operations.doctor.Doctor;
import dev.effectivelyonce.operations.doctor.Severity;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Checks what is deployed. Changes nothing. */
@Command(
    name = "doctor",
    mixinStandardHelpOptions = true,
    header = "Checks what is deployed against the rules.%n",
    description = {
      "Checks the queues, functions and tables of the consumers against the rules, and says what",
      "is wrong, where, and what to do. Changes nothing. What it may not read it reports as",
      "\"could not check\". Exit code 1 if there is an error, 3 if nothing could be checked."
    })
public final class DoctorCommand implements Callable<Integer> {
  private final Host host;

  @Option(
      names = "--consumer",
      paramLabel = "NAME",
      description = "Only this consumer. Default: every one of the configuration.")
  private Optional<String> consumer = Optional.empty();

  @Mixin private final CommonOptions common = new CommonOptions();
  @Spec private CommandSpec spec = CommandSpec.create();

  /** Creates the command for a host. */
  public DoctorCommand(Host host) {
    this.host = host;
  }

  @Override
  public Integer call() {
    try (Session session = Session.open(host, common, spec)) {
      Diagnosis diagnosis = Doctor.diagnose(session.workplace(), consumer);
      session.output().result(new DiagnosisDocument(diagnosis));
      return exitCode(diagnosis);
    }
  }

  private static int exitCode(Diagnosis diagnosis) {
    if (diagnosis.count(Severity.ERROR) > 0) {
      return ExitCode.REFUSED;
    }
    return diagnosis.checks() == 0 ? ExitCode.UNREACHABLE : ExitCode.DONE;
  }
}
