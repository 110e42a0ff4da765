/** What an attempt does about a record that stands in its way: pure, without clock or network. */
@NullMarked
package dev.effectivelyonce.core.protocol;

import org.jspecify.annotations.NullMarked;
