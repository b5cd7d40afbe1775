package org.sqlvm.apicheck;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.SortedSet;
import java.util.StringJoiner;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Java classes as lines, one for each class and for each member that programs see. */
final class Signatures {
    private static final int SHOWN = Modifier.PUBLIC
            | Modifier.PROTECTED
            | Modifier.STATIC
            | Modifier.ABSTRACT
            | Modifier.FINAL;

    private Signatures() {}

    /** The classes of the package of one of them that programs see. */
    static List<Class<?>> inPackageOf(Class<?> one) throws IOException {
        List<Class<?>> found = new ArrayList<>();
        String folder = one.getPackageName().replace('.', '/');
        try {
            Path place = Path.of(
                    one.getProtectionDomain().getCodeSource().getLocation().toURI());
            if (Files.isDirectory(place)) {
                collect(place.resolve(folder), one, found);
            } else {
                try (FileSystem jar = FileSystems.newFileSystem(place)) {
                    collect(jar.getPath(folder), one, found);
                }
            }
        } catch (URISyntaxException | ClassNotFoundException e) {
            throw new IOException(e);
        }
        return found;
    }

    private static void collect(Path folder, Class<?> one, Collection<Class<?>> found)
            throws IOException, ClassNotFoundException {
        List<String> names;
        try (Stream<Path> files = Files.list(folder)) {
            names = files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".class") && !name.contains("-"))
                    .map(name -> name.substring(0, name.length() - ".class".length()))
                    .toList();
        }
        for (String name : names) {
            String full = one.getPackageName() + "." + name;
            Class<?> type = Class.forName(full, false, one.getClassLoader());
            if (isSeen(type)) {
                found.add(type);
            }
        }
    }

    private static boolean isSeen(Class<?> type) {
        return !type.isAnonymousClass()
                && !type.isLocalClass()
                && !type.isSynthetic()
                && isSeen(type.getModifiers())
                && (type.getDeclaringClass() == null || isSeen(type.getDeclaringClass()));
    }

    private static boolean isSeen(int modifiers) {
        return (modifiers & (Modifier.PUBLIC | Modifier.PROTECTED)) != 0;
    }

    static SortedSet<String> of(Collection<Class<?>> types) {
        SortedSet<String> lines = new TreeSet<>();
        for (Class<?> type : types) {
            String name = name(type);
            lines.add(name + ": " + kind(type));
            members(type).forEach(member -> lines.add(name + ": " + member));
        }
        return lines;
    }

    private static String kind(Class<?> type) {
        String word = type.isInterface()
                ? "interface"
                : type.isEnum() ? "enum" : type.isRecord() ? "record" : "class";
        StringBuilder kind = new StringBuilder(modifiers(type.isInterface(), type.getModifiers())
                + word
                + variables(type.getTypeParameters()));
        Class<?> above = type.getSuperclass();
        if (above != null && isSeen(above.getModifiers()) && above != Object.class) {
            kind.append(" extends ").append(name(type.getGenericSuperclass()));
        }
        List<String> interfaces =
                Arrays.stream(type.getGenericInterfaces()).map(Signatures::name).toList();
        if (!interfaces.isEmpty()) {
            kind.append(" implements ").append(String.join(", ", interfaces));
        }
        return kind.toString();
    }

    /** Own ones, and those of superclasses that programs do not see. */
    private static List<String> members(Class<?> type) {
        List<String> members = new ArrayList<>();
        for (Class<?> from = type; from != null; from = from.getSuperclass()) {
            if (from != type && (isSeen(from.getModifiers()) || !isOurs(from))) {
                break;
            }
            for (Method method : from.getDeclaredMethods()) {
                if (isSeen(method.getModifiers()) && !method.isSynthetic()) {
                    members.add(of(method));
                }
            }
            for (Field field : from.getDeclaredFields()) {
                if (isSeen(field.getModifiers()) && !field.isSynthetic()) {
                    members.add(of(field));
                }
            }
        }
        for (Constructor<?> constructor : type.getDeclaredConstructors()) {
            if (isSeen(constructor.getModifiers()) && !constructor.isSynthetic()) {
                members.add(modifiers(false, constructor.getModifiers())
                        + variables(constructor.getTypeParameters())
                        + "new"
                        + rest(constructor));
            }
        }
        return members;
    }

    private static boolean isOurs(Class<?> type) {
        return type.getName().startsWith("org.sqlvm.");
    }

    private static String of(Method method) {
        boolean inInterface = method.getDeclaringClass().isInterface();
        return (method.isDefault() ? "default " : "")
                + modifiers(
                        false,
                        inInterface
                                ? method.getModifiers() & ~Modifier.PUBLIC
                                : method.getModifiers())
                + variables(method.getTypeParameters())
                + name(method.getGenericReturnType())
                + " "
                + method.getName()
                + rest(method);
    }

    /** With its value if that is copied into the programs that use it. */
    private static String of(Field field) {
        String line = modifiers(false, field.getModifiers())
                + name(field.getGenericType())
                + " "
                + field.getName();
        boolean constant = Modifier.isStatic(field.getModifiers())
                && Modifier.isFinal(field.getModifiers())
                && (field.getType().isPrimitive() || field.getType() == String.class);
        if (!constant) {
            return line;
        }
        try {
            field.setAccessible(true);
            return line + " = " + field.get(null);
        } catch (IllegalAccessException e) {
            throw new AssertionError(line, e);
        }
    }

    /** Parameters and exceptions. Names are part of it where calls may use them: not in Java. */
    private static String rest(Executable executable) {
        StringJoiner list = new StringJoiner(", ", "(", ")");
        Type[] types = executable.getGenericParameterTypes();
        Parameter[] parameters = executable.getParameters();
        for (int i = 0; i < types.length; i++) {
            String type = name(types[i]);
            list.add(
                    parameters[i].isVarArgs()
                            ? type.substring(0, type.length() - 2) + "..."
                            : type);
        }
        String thrown = Arrays.stream(executable.getGenericExceptionTypes())
                .map(Signatures::name)
                .collect(Collectors.joining(", "));
        return list + (thrown.isEmpty() ? "" : " throws " + thrown);
    }

    private static String modifiers(boolean inInterface, int modifiers) {
        int shown = modifiers & SHOWN & ~Modifier.PUBLIC;
        if (inInterface) {
            shown &= ~(Modifier.ABSTRACT | Modifier.STATIC);
        }
        String text = Modifier.toString(shown);
        return text.isEmpty() ? "" : text + " ";
    }

    private static String variables(TypeVariable<?>[] variables) {
        if (variables.length == 0) {
            return "";
        }
        return Arrays.stream(variables)
                .map(variable -> {
                    String bounds = Arrays.stream(variable.getBounds())
                            .map(Signatures::name)
                            .collect(Collectors.joining(" & "));
                    return bounds.equals("Object")
                            ? variable.getName()
                            : variable.getName() + " extends " + bounds;
                })
                .collect(Collectors.joining(", ", "<", "> "));
    }

    /** Without the packages that every reader knows. */
    private static String name(Type type) {
        return type.getTypeName()
                .replace('$', '.')
                .replaceAll(
                        "\\b(java\\.(lang|util|util\\.function|sql)|org\\.sqlvm\\.api)\\.(?=[A-Z])",
                        "");
    }

    private static String name(Class<?> type) {
        return type.getName().replace('$', '.');
    }
}
