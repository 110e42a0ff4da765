package dev.effectivelyonce.simulation.lambda;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;

/** Makes the processes of a function on a stream, and hears what becomes of records. */
public interface StreamHosts extends FunctionHosts<RequestStreamHandler> {
  /** Lambda gives a record up: no invocation gets it any more. */
  void givenUp(StreamRecord record);
}
