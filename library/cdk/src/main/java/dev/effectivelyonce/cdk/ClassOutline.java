package dev.effectivelyonce.cdk;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * The outline of a class, read from its file (chapter 4 of the JVM specification).
 *
 * @param publicMethods the names of the public methods that it declares
 * @param supertypes the names of its superclass and its interfaces
 */
record ClassOutline(Set<String> publicMethods, Set<String> supertypes) {
  private static final int MAGIC = 0xCAFEBABE;
  private static final int PUBLIC = 0x0001;

  /** The names of a class file, by their places in its constant pool. */
  private record Constants(Map<Integer, String> texts, Map<Integer, Integer> classes) {
    String text(int place) throws IOException {
      String text = texts.get(place);
      if (text == null) {
        throw new IOException("a name is missing");
      }
      return text;
    }

    String className(int place) throws IOException {
      return text(Objects.requireNonNullElse(classes.get(place), 0)).replace('/', '.');
    }
  }

  /**
   * Reads a class file up to its last method.
   *
   * @throws IOException if it can't be read or is none
   */
  static ClassOutline read(InputStream file) throws IOException {
    DataInputStream in = new DataInputStream(file);
    try {
      if (in.readInt() != MAGIC) {
        throw new IOException("it does not begin as a class file");
      }
      in.skipNBytes(4);
      return outline(in, constants(in));
    } catch (EOFException e) {
      throw new IOException("it ends too early", e);
    }
  }

  private static ClassOutline outline(DataInputStream in, Constants constants) throws IOException {
    // Access flags and the class itself.
    in.skipNBytes(4);
    Set<String> supertypes = new LinkedHashSet<>();
    int superclass = in.readUnsignedShort();
    // Only Object has none.
    if (superclass != 0) {
      supertypes.add(constants.className(superclass));
    }
    for (int left = in.readUnsignedShort(); left > 0; left--) {
      supertypes.add(constants.className(in.readUnsignedShort()));
    }
    Set<String> unusedFields = publicMembers(in, constants);
    return new ClassOutline(publicMembers(in, constants), Set.copyOf(supertypes));
  }

  private static Set<String> publicMembers(DataInputStream in, Constants constants)
      throws IOException {
    Set<String> names = new HashSet<>();
    for (int left = in.readUnsignedShort(); left > 0; left--) {
      int access = in.readUnsignedShort();
      String name = constants.text(in.readUnsignedShort());
      if ((access & PUBLIC) != 0) {
        names.add(name);
      }
      // Its descriptor.
      in.skipNBytes(2);
      for (int attributes = in.readUnsignedShort(); attributes > 0; attributes--) {
        in.skipNBytes(2);
        in.skipNBytes(Integer.toUnsignedLong(in.readInt()));
      }
    }
    return Set.copyOf(names);
  }

  private static Constants constants(DataInputStream in) throws IOException {
    Constants constants = new Constants(new HashMap<>(), new HashMap<>());
    int end = in.readUnsignedShort();
    int place = 1;
    while (place < end) {
      int kind = in.readUnsignedByte();
      switch (kind) {
        case 1 -> constants.texts().put(place, in.readUTF());
        case 7 -> constants.classes().put(place, in.readUnsignedShort());
        case 8, 16, 19, 20 -> in.skipNBytes(2);
        case 15 -> in.skipNBytes(3);
        case 3, 4, 9, 10, 11, 12, 17, 18 -> in.skipNBytes(4);
        case 5, 6 -> in.skipNBytes(8);
        default -> throw new IOException("it has a constant of the unknown kind " + kind);
      }
      // A long or a double takes two places.
      place += kind == 5 || kind == 6 ? 2 : 1;
    }
    return constants;
  }
}
