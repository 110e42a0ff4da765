@NullMarked
package dev.effectivelyonce.local.system;

import org.jspecify.annotations.NullMarked;
