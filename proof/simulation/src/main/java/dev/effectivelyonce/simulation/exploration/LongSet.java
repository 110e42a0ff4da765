package dev.effectivelyonce.simulation.exploration;

import java.util.Arrays;

/** A set of hashes, in little memory. */
final class LongSet {
  private static final int FIRST_SIZE = 1 << 10;

  private long[] slots = new long[FIRST_SIZE];
  private int size;

  /** Whether it was not there before. */
  boolean add(long hash) {
    // 0 marks a free slot.
    long value = hash == 0 ? 1 : hash;
    if (2 * size >= slots.length) {
      grow();
    }
    int slot = slot(value);
    if (slots[slot] == value) {
      return false;
    }
    slots[slot] = value;
    size++;
    return true;
  }

  int size() {
    return size;
  }

  private int slot(long value) {
    int mask = slots.length - 1;
    int slot = (int) value & mask;
    while (slots[slot] != 0 && slots[slot] != value) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private void grow() {
    long[] old = slots;
    slots = new long[2 * old.length];
    Arrays.stream(old).filter(it -> it != 0).forEach(it -> slots[slot(it)] = it);
  }
}
