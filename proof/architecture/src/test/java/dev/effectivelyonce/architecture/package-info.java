/**
 * The rules of the code base: who may know whom, what is banned, how it is laid out, how decisions
 * are recorded. They run over the compiled classes and the sources of all modules, and the module
 * holds nothing else.
 */
@NullMarked
package dev.effectivelyonce.architecture;

import org.jspecify.annotations.NullMarked;
