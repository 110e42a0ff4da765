package dev.effectivelyonce.core.engine;

import dev.effectivelyonce.core.engine.ActiveLanes.Absence;

/** Marks a lane as away during pauses, serializers and observers: no group waits for it. */
final class ExternalWork {
  private ExternalWork() {}

  static Platform pausing(Platform platform, ActiveLanes lanes) {
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

  static ResultSerializer serializing(ResultSerializer serializer, ActiveLanes lanes) {
    return value -> {
      try (Absence ignored = lanes.leave()) {
        return serializer.serialize(value);
      }
    };
  }

  static TransitionObserver observing(TransitionObserver observer, ActiveLanes lanes) {
    return transition -> {
      try (Absence ignored = lanes.leave()) {
        observer.observe(transition);
      }
    };
  }
}
