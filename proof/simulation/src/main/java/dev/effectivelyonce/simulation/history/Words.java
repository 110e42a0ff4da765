package dev.effectivelyonce.simulation.history;

/** A line made of words, which are joined only when it is read: most histories keep no trace. */
public final class Words {
  private final Object[] words;

  private Words(Object... words) {
    this.words = words.clone();
  }

  /** A line. */
  public static Words of(Object... words) {
    return new Words(words);
  }

  /** The words with a space between any two, but for punctuation. */
  @Override
  public String toString() {
    StringBuilder line = new StringBuilder();
    for (Object word : words) {
      String text = String.valueOf(word);
      boolean joins = line.isEmpty() || line.charAt(line.length() - 1) == '(' || closes(text);
      line.append(joins ? "" : " ").append(text);
    }
    return line.toString();
  }

  private static boolean closes(String text) {
    return !text.isEmpty() && ":),;'".indexOf(text.charAt(0)) >= 0;
  }
}
