package dev.effectivelyonce.simulation.history;

/** A line made of words. */
public final class Words {
  private Words() {}

  /** The words with a space between any two, but for punctuation. */
  public static String of(Object... words) {
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
