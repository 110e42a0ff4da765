/** What the engines do, and what the runner relies on. */
@NullMarked
package dev.effectivelyonce.local.engines;

import org.jspecify.annotations.NullMarked;
