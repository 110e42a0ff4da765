package dev.effectivelyonce.cli.doctor;

import dev.effectivelyonce.cli.options.Session;
import dev.effectivelyonce.cli.options.SessionCommand;
import dev.effectivelyonce.cli.problem.ExitCode;
import dev.effectivelyonce.operations.doctor.Diagnosis;
import dev.effectivelyonce.operations.doctor.Doctor;
import dev.effectivelyonce.operations.doctor.Severity;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

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
public final class DoctorCommand extends SessionCommand {
  @Option(
      names = "--consumer",
      paramLabel = "NAME",
      description = "Only this consumer. Default: every one of the configuration.")
  private Optional<String> consumer = Optional.empty();

  @Override
  protected int run(Session session) {
    Diagnosis diagnosis = Doctor.diagnose(session.context(), consumer);
    session.output().result(new DiagnosisDocument(diagnosis));
    return exitCode(diagnosis);
  }

  private static int exitCode(Diagnosis diagnosis) {
    if (diagnosis.count(Severity.ERROR) > 0) {
      return ExitCode.REFUSED;
    }
    return diagnosis.checks() == 0 ? ExitCode.UNREACHABLE : ExitCode.DONE;
  }
}
