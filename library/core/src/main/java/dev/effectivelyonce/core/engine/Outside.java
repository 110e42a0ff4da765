package dev.effectivelyonce.core.engine;

import dev.effectivelyonce.core.engine.LanesAtWork.Absence;

/** What a lane does outside of this library: while it is there, nobody waits for its next write. */
final class Outside {
  private Outside() {}

  static Platform pausing(Platform platform, LanesAtWork lanes) {
    return new Platform(
        platform.clock(),
        platform.owners(),
        platform.random(),
        duration -> {
          try (Absence ignored = lanes.leave()) {
            platform.pause().pause(duration);
          }
        },
        platform.timers());
  }

  static ResultSerializer serializing(ResultSerializer serializer, LanesAtWork lanes) {
    return value -> {
      try (Absence ignored = lanes.leave()) {
        return serializer.serialize(value);
      }
    };
  }

  static TransitionObserver observing(TransitionObserver observer, LanesAtWork lanes) {
    return transition -> {
      try (Absence ignored = lanes.leave()) {
        observer.observe(transition);
      }
    };
  }
}
