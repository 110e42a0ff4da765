package dev.effectivelyonce.simulation.log;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.effectivelyonce.batch.UnfinishedBatchException;
import dev.effectivelyonce.simulation.kernel.Scheduler;
import dev.effectivelyonce.simulation.lambda.Environments;
import java.util.Optional;

/** Hands a batch of a log to the real function, which may give it back by throwing. */
record LogCall(Wire wire, Scheduler scheduler)
    implements Environments.Call<RequestStreamHandler, LogRun, String> {
  @Override
  public Optional<String> answer(RequestStreamHandler function, LogRun run, Context context) {
    run.enter();
    try {
      return Optional.of(Environments.json(function, wire.event(run.batch().values()), context));
    } catch (UnfinishedBatchException unfinished) {
      run.givesBack(scheduler.now());
      return Optional.empty();
    }
  }
}
