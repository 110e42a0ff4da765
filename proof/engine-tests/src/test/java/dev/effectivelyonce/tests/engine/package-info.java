/** What the engine does over a real store, whatever the store, the handler or a rival does. */
@NullMarked
package dev.effectivelyonce.tests.engine;

import org.jspecify.annotations.NullMarked;
