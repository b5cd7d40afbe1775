package org.sqlvm.build;

import java.io.File;
import java.io.IOException;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Gives compiled classes the methods that javac leaves to the virtual machine: which label of a
 * {@code switch} over types fits, and {@code equals} and {@code hashCode} of records; and the
 * classes of lambdas, see {@link DirectLambdas}.
 *
 * <p>The virtual machine makes such a method when its call is first run (SwitchBootstraps and
 * ObjectMethods in java.lang.runtime). That takes it up to a few milliseconds, and no archive of
 * classes keeps what it has made; a process for one statement goes through a hundred of them. In a
 * class that was not treated, everything is the same, but for that time.
 */
public final class DirectCalls {
    private static final String BOOTSTRAPS = "java.lang.runtime.";
    private static final String TYPE_SWITCH = "typeSwitch";
    private static final String OBJECT_METHODS = "ObjectMethods";
    private static final int SYNTHETIC =
            ClassFile.ACC_PRIVATE | ClassFile.ACC_STATIC | ClassFile.ACC_SYNTHETIC;

    /** The factor of the library's hash codes. */
    private static final int HASH_FACTOR = 31;

    private DirectCalls() {}

    /**
     * Treats a folder of classes.
     *
     * @param arguments the folder, and the class path of what its classes use
     */
    public static void main(String[] arguments) throws IOException {
        Path folder = Path.of(arguments[0]);
        if (!Files.isDirectory(folder)) {
            return; // Nothing was compiled.
        }
        List<URL> places = new ArrayList<>();
        for (String place : arguments[1].split(File.pathSeparator)) {
            places.add(Path.of(place).toUri().toURL());
        }
        try (URLClassLoader loader = new URLClassLoader(places.toArray(URL[]::new));
                Stream<Path> files = Files.walk(folder)) {
            ClassFile classFile = ClassFile.of(ClassFile.ClassHierarchyResolverOption.of(
                    ClassHierarchyResolver.ofResourceParsing(loader)
                            .orElse(ClassHierarchyResolver.defaultResolver())));
            for (Path file : files.filter(f -> f.toString().endsWith(".class")).toList()) {
                treat(classFile, file);
            }
        }
    }

    private static void treat(ClassFile classFile, Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        String constants = new String(bytes, StandardCharsets.ISO_8859_1);
        if (!constants.contains(BOOTSTRAPS.replace('.', '/'))
                && !constants.contains(DirectLambdas.METAFACTORY)) {
            return;
        }
        ClassModel model = classFile.parse(bytes);
        Calls calls = new Calls(model);
        byte[] treated = classFile.transformClass(
                model,
                ClassTransform.transformingMethodBodies(CodeTransform.ofStateful(() -> calls::take))
                        .andThen(ClassTransform.endHandler(calls::addTo)));
        if (!calls.methods.isEmpty() || !calls.lambdas.isEmpty()) {
            Files.write(file, DirectLambdas.open(classFile, treated));
            calls.lambdas.write(classFile, file);
        }
    }

    /** A method that is called instead of one that is made at run time. */
    private record Method(String name, MethodTypeDesc type, Consumer<CodeBuilder> body) {}

    /** The calls of one class. */
    private static final class Calls {
        private final ClassDesc owner;
        private final List<Method> methods = new ArrayList<>();
        private final DirectLambdas lambdas;

        Calls(ClassModel model) {
            owner = model.thisClass().asSymbol();
            lambdas = new DirectLambdas(model);
        }

        void take(CodeBuilder code, CodeElement element) {
            if (element instanceof InvokeDynamicInstruction call && lambdas.replace(code, call)) {
                return;
            }
            Consumer<CodeBuilder> body =
                    element instanceof InvokeDynamicInstruction call ? body(call) : null;
            if (body == null) {
                code.with(element);
                return;
            }
            InvokeDynamicInstruction call = (InvokeDynamicInstruction) element;
            String name = call.name().stringValue() + "$" + methods.size();
            methods.add(new Method(name, call.typeSymbol(), body));
            code.invokestatic(owner, name, call.typeSymbol());
        }

        void addTo(ClassBuilder target) {
            lambdas.addTo(target);
            for (Method method : methods) {
                target.withMethodBody(method.name, method.type, SYNTHETIC, method.body);
            }
        }

        /** Null for a call that is left as it is. */
        private Consumer<CodeBuilder> body(InvokeDynamicInstruction call) {
            DirectMethodHandleDesc bootstrap = call.bootstrapMethod();
            List<ConstantDesc> arguments = call.bootstrapArgs();
            if (bootstrap.owner().equals(ClassDesc.of(BOOTSTRAPS + OBJECT_METHODS))) {
                List<DirectMethodHandleDesc> fields = fields(arguments);
                return switch (call.name().stringValue()) {
                    case "equals" -> code -> writeEquals(code, owner, fields);
                    case "hashCode" -> code -> writeHashCode(code, owner, fields);
                    default -> null;
                };
            }
            // Labels may be constants, too.
            return bootstrap.methodName().equals(TYPE_SWITCH)
                            && arguments.stream().allMatch(ClassDesc.class::isInstance)
                    ? code -> writeSwitch(code, arguments)
                    : null;
        }
    }

    /** The getters of a record's components: the class and the names come before them. */
    private static List<DirectMethodHandleDesc> fields(List<ConstantDesc> arguments) {
        return arguments.stream()
                .filter(DirectMethodHandleDesc.class::isInstance)
                .map(DirectMethodHandleDesc.class::cast)
                .toList();
    }

    /** The first label, from the second parameter on, that the first is an instance of. */
    private static void writeSwitch(CodeBuilder code, List<ConstantDesc> labels) {
        Label notNull = code.newLabel();
        code.aload(0).ifnonnull(notNull).iconst_m1().ireturn().labelBinding(notNull);
        for (int i = 0; i < labels.size(); i++) {
            Label next = code.newLabel();
            code.iload(1).loadConstant(i).if_icmpgt(next);
            code.aload(0).instanceOf((ClassDesc) labels.get(i)).ifeq(next);
            code.loadConstant(i).ireturn().labelBinding(next);
        }
        code.loadConstant(labels.size()).ireturn();
    }

    private static void writeEquals(
            CodeBuilder code, ClassDesc owner, List<DirectMethodHandleDesc> fields) {
        Label same = code.newLabel();
        Label different = code.newLabel();
        code.aload(0).aload(1).if_acmpeq(same);
        code.aload(1).instanceOf(owner).ifeq(different);
        code.aload(1).checkcast(owner).astore(2);
        for (DirectMethodHandleDesc field : fields) {
            ClassDesc type = field.invocationType().returnType();
            code.aload(0).getfield(owner, field.methodName(), type);
            code.aload(2).getfield(owner, field.methodName(), type);
            writeComparison(code, type, different);
        }
        code.labelBinding(same).iconst_1().ireturn();
        code.labelBinding(different).iconst_0().ireturn();
    }

    private static void writeComparison(CodeBuilder code, ClassDesc type, Label different) {
        switch (TypeKind.from(type).asLoadable()) {
            case INT -> code.if_icmpne(different);
            case LONG -> code.lcmp().ifne(different);
            case FLOAT, DOUBLE ->
                code.invokestatic(
                                box(type),
                                "compare",
                                MethodTypeDesc.of(ConstantDescs.CD_int, type, type))
                        .ifne(different);
            default ->
                code.invokestatic(
                                desc(Objects.class),
                                "equals",
                                MethodTypeDesc.of(
                                        ConstantDescs.CD_boolean,
                                        ConstantDescs.CD_Object,
                                        ConstantDescs.CD_Object))
                        .ifeq(different);
        }
    }

    private static void writeHashCode(
            CodeBuilder code, ClassDesc owner, List<DirectMethodHandleDesc> fields) {
        code.iconst_0();
        for (DirectMethodHandleDesc field : fields) {
            ClassDesc type = field.invocationType().returnType();
            code.loadConstant(HASH_FACTOR).imul();
            code.aload(0).getfield(owner, field.methodName(), type);
            code.invokestatic(
                    type.isPrimitive() ? box(type) : desc(Objects.class),
                    "hashCode",
                    MethodTypeDesc.of(
                            ConstantDescs.CD_int,
                            type.isPrimitive() ? type : ConstantDescs.CD_Object));
            code.iadd();
        }
        code.ireturn();
    }

    private static ClassDesc box(ClassDesc type) {
        return switch (TypeKind.from(type)) {
            case BOOLEAN -> desc(Boolean.class);
            case BYTE -> desc(Byte.class);
            case SHORT -> desc(Short.class);
            case CHAR -> desc(Character.class);
            case INT -> desc(Integer.class);
            case LONG -> desc(Long.class);
            case FLOAT -> desc(Float.class);
            case DOUBLE -> desc(Double.class);
            default -> throw new IllegalArgumentException(type.displayName());
        };
    }

    private static ClassDesc desc(Class<?> type) {
        return type.describeConstable().orElseThrow();
    }
}
