package dev.effectivelyonce.dynamodb;

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * What earlier groups of a process have shown. Safe for use by many threads.
 *
 * @param denied whether the role may not use statements, or may not read the records that refused
 *     them; then no more groups are sent
 * @param isMostlyCopies whether most claims of the last group were refused: then the next group
 *     reads first, so that copies take one round trip and no write
 */
record GroupExperience(AtomicBoolean denied, AtomicBoolean isMostlyCopies) {
  static GroupExperience none() {
    return new GroupExperience(new AtomicBoolean(), new AtomicBoolean());
  }

  /** Returns that of a table which takes no groups. */
  static GroupExperience withoutGroups() {
    return new GroupExperience(new AtomicBoolean(true), new AtomicBoolean());
  }

  /** Notes how the claims of a group ended. */
  void note(int claims, int refused) {
    if (claims > 0) {
      isMostlyCopies.set(2 * refused > claims);
    }
  }
}
