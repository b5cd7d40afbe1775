package org.sqlvm.build;

import java.io.IOException;
import java.lang.classfile.AccessFlags;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.MethodModel;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Gives the lambdas and method references of a class classes of their own, which the virtual
 * machine would make when it first comes to them. That takes it three times as long as to load one,
 * and a process for one query comes to five hundred.
 *
 * <p>References that box, unbox or widen are left as they are; so are serializable ones, and those
 * of interfaces, whose methods are public.
 */
final class DirectLambdas {
    /** Whether a class may have lambdas is told by this, among its constants. */
    static final String METAFACTORY = "java/lang/invoke/LambdaMetafactory";

    /** How javac names the body of a lambda. */
    private static final String BODY = "lambda$";

    private static final int PACKAGE_STATIC = ClassFile.ACC_STATIC | ClassFile.ACC_SYNTHETIC;
    private static final String FACTORY = "of";
    private static final String INSTANCE = "INSTANCE";

    private final ClassDesc owner;
    private final boolean isInterface;
    private final int version;
    private final List<Lambda> lambdas = new ArrayList<>();

    DirectLambdas(ClassModel model) {
        owner = model.thisClass().asSymbol();
        isInterface = model.flags().has(AccessFlag.INTERFACE);
        version = model.majorVersion();
    }

    /**
     * A lambda, or a method reference.
     *
     * @param self its class
     * @param method the name of the interface's method
     * @param factory from the captured values to the interface
     * @param erased the type of the interface's method
     * @param body the method that is called
     * @param call the name in {@link #owner} by which it is called
     */
    private record Lambda(
            ClassDesc self,
            String method,
            MethodTypeDesc factory,
            MethodTypeDesc erased,
            DirectMethodHandleDesc body,
            String call) {
        boolean isBodyOf(ClassDesc owner) {
            return body.kind() == DirectMethodHandleDesc.Kind.STATIC
                    && body.owner().equals(owner)
                    && body.methodName().startsWith(BODY);
        }
    }

    boolean isEmpty() {
        return lambdas.isEmpty();
    }

    /** Replaces a call that makes a lambda; false if it stays. */
    boolean replace(CodeBuilder code, InvokeDynamicInstruction instruction) {
        DirectMethodHandleDesc bootstrap = instruction.bootstrapMethod();
        if (isInterface
                || !bootstrap.owner().equals(ClassDesc.ofInternalName(METAFACTORY))
                || !bootstrap.methodName().equals("metafactory")) {
            return false;
        }
        MethodTypeDesc erased = (MethodTypeDesc) instruction.bootstrapArgs().get(0);
        DirectMethodHandleDesc body =
                (DirectMethodHandleDesc) instruction.bootstrapArgs().get(1);
        if (!fits(instruction.typeSymbol(), erased, body.invocationType())) {
            return false;
        }
        int number = lambdas.size();
        Lambda lambda = new Lambda(
                owner.nested("Direct$" + number),
                instruction.name().stringValue(),
                instruction.typeSymbol(),
                erased,
                body,
                "direct$" + number);
        lambdas.add(lambda);
        code.invokestatic(lambda.self, FACTORY, lambda.factory);
        return true;
    }

    /** Whether values need at most a cast. */
    private static boolean fits(
            MethodTypeDesc factory, MethodTypeDesc erased, MethodTypeDesc body) {
        int captured = factory.parameterCount();
        if (body.parameterCount() != captured + erased.parameterCount()) {
            return false;
        }
        for (int i = 0; i < body.parameterCount(); i++) {
            ClassDesc given =
                    i < captured ? factory.parameterType(i) : erased.parameterType(i - captured);
            if (!areAlike(given, body.parameterType(i))) {
                return false;
            }
        }
        return erased.returnType().equals(ConstantDescs.CD_void)
                || areAlike(erased.returnType(), body.returnType());
    }

    private static boolean areAlike(ClassDesc one, ClassDesc other) {
        return (!one.isPrimitive() && !other.isPrimitive()) || one.equals(other);
    }

    /** Lets the new classes call the bodies of a class's lambdas; returns the class. */
    static byte[] open(ClassFile classFile, byte[] bytes) {
        ClassTransform opening =
                ClassTransform.transformingMethods(DirectLambdas::isBody, (builder, element) -> {
                    if (element instanceof AccessFlags flags) {
                        builder.withFlags(flags.flagsMask() & ~ClassFile.ACC_PRIVATE);
                    } else {
                        builder.with(element);
                    }
                });
        return classFile.transformClass(classFile.parse(bytes), opening);
    }

    private static boolean isBody(MethodModel method) {
        return method.flags().has(AccessFlag.PRIVATE)
                && method.flags().has(AccessFlag.STATIC)
                && method.flags().has(AccessFlag.SYNTHETIC)
                && method.methodName().stringValue().startsWith(BODY);
    }

    /** Adds methods by which the new classes call what may be private. */
    void addTo(ClassBuilder target) {
        for (Lambda lambda : lambdas) {
            if (!lambda.isBodyOf(owner)) {
                target.withMethodBody(
                        lambda.call,
                        lambda.body.invocationType(),
                        PACKAGE_STATIC,
                        code -> writeCall(code, lambda.body));
            }
        }
    }

    private static void writeCall(CodeBuilder code, DirectMethodHandleDesc body) {
        MethodTypeDesc type = body.invocationType();
        boolean isConstructor = body.kind() == DirectMethodHandleDesc.Kind.CONSTRUCTOR;
        if (isConstructor) {
            code.new_(body.owner()).dup();
        }
        for (int i = 0; i < type.parameterCount(); i++) {
            code.loadLocal(TypeKind.from(type.parameterType(i)), code.parameterSlot(i));
        }
        MethodTypeDesc own = MethodTypeDesc.ofDescriptor(body.lookupDescriptor());
        String name = body.methodName();
        switch (body.kind()) {
            case CONSTRUCTOR -> code.invokespecial(body.owner(), ConstantDescs.INIT_NAME, own);
            case STATIC, INTERFACE_STATIC ->
                code.invokestatic(body.owner(), name, own, body.isOwnerInterface());
            case VIRTUAL -> code.invokevirtual(body.owner(), name, own);
            case INTERFACE_VIRTUAL -> code.invokeinterface(body.owner(), name, own);
            case SPECIAL, INTERFACE_SPECIAL ->
                code.invokespecial(body.owner(), name, own, body.isOwnerInterface());
            default -> throw new IllegalArgumentException(body.toString());
        }
        code.return_(TypeKind.from(type.returnType()));
    }

    /** Writes the new classes beside the one that has the lambdas. */
    void write(ClassFile classFile, Path file) throws IOException {
        for (Lambda lambda : lambdas) {
            byte[] bytes = classFile.build(lambda.self, target -> build(target, lambda));
            Files.write(file.resolveSibling(lambda.self.displayName() + ".class"), bytes);
        }
    }

    private void build(ClassBuilder target, Lambda lambda) {
        MethodTypeDesc constructor = lambda.factory.changeReturnType(ConstantDescs.CD_void);
        boolean captures = constructor.parameterCount() > 0;
        target.withVersion(version, 0);
        target.withFlags(ClassFile.ACC_FINAL | ClassFile.ACC_SUPER | ClassFile.ACC_SYNTHETIC);
        target.withInterfaceSymbols(lambda.factory.returnType());
        for (int i = 0; i < constructor.parameterCount(); i++) {
            target.withField(
                    field(i),
                    constructor.parameterType(i),
                    ClassFile.ACC_PRIVATE | ClassFile.ACC_FINAL | ClassFile.ACC_SYNTHETIC);
        }
        target.withMethodBody(
                ConstantDescs.INIT_NAME,
                constructor,
                ClassFile.ACC_PRIVATE,
                code -> writeConstructor(code, lambda.self, constructor));
        if (!captures) {
            target.withField(
                    INSTANCE,
                    lambda.factory.returnType(),
                    ClassFile.ACC_PRIVATE | ClassFile.ACC_FINAL | PACKAGE_STATIC);
            target.withMethodBody(
                    ConstantDescs.CLASS_INIT_NAME,
                    ConstantDescs.MTD_void,
                    ClassFile.ACC_STATIC,
                    code -> code.new_(lambda.self)
                            .dup()
                            .invokespecial(lambda.self, ConstantDescs.INIT_NAME, constructor)
                            .putstatic(lambda.self, INSTANCE, lambda.factory.returnType())
                            .return_());
        }
        target.withMethodBody(FACTORY, lambda.factory, ClassFile.ACC_STATIC, code -> {
            if (captures) {
                code.new_(lambda.self).dup();
                for (int i = 0; i < constructor.parameterCount(); i++) {
                    TypeKind kind = TypeKind.from(constructor.parameterType(i));
                    code.loadLocal(kind, code.parameterSlot(i));
                }
                code.invokespecial(lambda.self, ConstantDescs.INIT_NAME, constructor);
            } else {
                code.getstatic(lambda.self, INSTANCE, lambda.factory.returnType());
            }
            code.areturn();
        });
        target.withMethodBody(
                lambda.method,
                lambda.erased,
                ClassFile.ACC_PUBLIC,
                code -> writeMethod(code, lambda));
    }

    private static String field(int index) {
        return "captured" + index;
    }

    private static void writeConstructor(
            CodeBuilder code, ClassDesc self, MethodTypeDesc constructor) {
        code.aload(0)
                .invokespecial(
                        ConstantDescs.CD_Object, ConstantDescs.INIT_NAME, ConstantDescs.MTD_void);
        for (int i = 0; i < constructor.parameterCount(); i++) {
            ClassDesc type = constructor.parameterType(i);
            code.aload(0)
                    .loadLocal(TypeKind.from(type), code.parameterSlot(i))
                    .putfield(self, field(i), type);
        }
        code.return_();
    }

    private void writeMethod(CodeBuilder code, Lambda lambda) {
        MethodTypeDesc type = lambda.body.invocationType();
        int captured = lambda.factory.parameterCount();
        for (int i = 0; i < captured; i++) {
            ClassDesc own = lambda.factory.parameterType(i);
            code.aload(0).getfield(lambda.self, field(i), own);
            cast(code, own, type.parameterType(i));
        }
        for (int i = 0; i < lambda.erased.parameterCount(); i++) {
            ClassDesc own = lambda.erased.parameterType(i);
            code.loadLocal(TypeKind.from(own), code.parameterSlot(i));
            cast(code, own, type.parameterType(captured + i));
        }
        String name = lambda.isBodyOf(owner) ? lambda.body.methodName() : lambda.call;
        code.invokestatic(owner, name, type);
        ClassDesc result = lambda.erased.returnType();
        if (!result.equals(ConstantDescs.CD_void)) {
            cast(code, type.returnType(), result);
        } else if (TypeKind.from(type.returnType()).slotSize() == 2) {
            code.pop2();
        } else if (TypeKind.from(type.returnType()).slotSize() == 1) {
            code.pop();
        }
        code.return_(TypeKind.from(result));
    }

    /** Without it the verifier might have to load both classes, to compare them. */
    private static void cast(CodeBuilder code, ClassDesc from, ClassDesc to) {
        if (!from.equals(to) && !to.equals(ConstantDescs.CD_Object)) {
            code.checkcast(to);
        }
    }
}
