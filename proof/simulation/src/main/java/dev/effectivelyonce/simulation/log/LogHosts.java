package dev.effectivelyonce.simulation.log;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.effectivelyonce.simulation.lambda.FunctionHosts;
import java.util.List;

/** Makes the processes of a function on a log, and hears what becomes of records. */
public interface LogHosts extends FunctionHosts<RequestStreamHandler> {
  /** The position goes beyond these records, as an invocation has answered. */
  void passed(LogRun run, List<LogRecord> records);

  /** Lambda gives records up, and passes them over. */
  void givenUp(List<LogRecord> records);

  /** The position is set back: these records come again. */
  void rewound(List<LogRecord> records);
}
