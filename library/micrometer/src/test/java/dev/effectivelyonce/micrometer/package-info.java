@NullMarked
package dev.effectivelyonce.micrometer;

import org.jspecify.annotations.NullMarked;
