package dev.effectivelyonce.cli.output;

/**
 * What is written for the width and the colours of a screen, and without them where there is none.
 */
public interface ScreenDocument extends Document {
  @Override
  default String text() {
    return text(Screen.NONE);
  }

  @Override
  String text(Screen screen);
}
