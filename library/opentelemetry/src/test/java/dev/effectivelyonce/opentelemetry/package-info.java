@NullMarked
package dev.effectivelyonce.opentelemetry;

import org.jspecify.annotations.NullMarked;
