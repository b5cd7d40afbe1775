package org.sqlvm.language.classfile;

import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_byte;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_void;

import org.sqlvm.engine.program.Program;
import org.sqlvm.language.instruction.ProgramSetting;
import org.sqlvm.language.runtime.ExecutionState;
import org.sqlvm.language.runtime.Outcome;
import org.sqlvm.language.runtime.ProgramCode;

import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.MethodModel;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.classfile.instruction.SwitchCase;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;

/**
 * A program as a hidden class. Its methods are shorter than what HotSpot refuses to compile: a
 * short program is one method, and a longer one is several, which a loop calls by turns. The class
 * is unloaded with the program.
 */
public final class ClassProgram implements ProgramCode {
    /** A method of this size is not compiled: HotSpot's flag HugeMethodLimit. */
    private static final int METHOD_SIZE_MAX = 8_000;

    /**
     * The size of a program that stays one method. Of a method of 4,000 bytes and more, HotSpot's
     * first compiler says that it is out of virtual registers, and its second one takes seconds.
     */
    private static final int WHOLE_SIZE_MAX = 3_500;

    /** The size that methods are cut to; the estimate of it may be too low. */
    private static final int METHOD_SIZE_AIM = 2_500;

    /** The most instructions of a program that may be one method; the code of most is longer. */
    private static final int WHOLE_MAX = 256;

    /** Longer programs are not made: that takes time, and so do their first runs. */
    private static final int INSTRUCTIONS_MAX = 10_000;

    /** The first estimate of sizes, for registers that are all in the state, is too high. */
    private static final double ESTIMATE = 0.7;

    private static final int ATTEMPTS = 8;

    private static final String METHOD = "run";
    private static final MethodTypeDesc TYPE =
            MethodTypeDesc.of(CodeWriter.OUTCOME, CodeWriter.STATE);

    private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();
    private static final ClassDesc INTERFACE = CodeWriter.desc(ProgramMethod.class);
    private static final ClassDesc NAME =
            ClassDesc.of(ClassProgram.class.getPackageName(), "Generated");

    private static final ClassFile FILE = ClassFile.of(ClassFile.ClassHierarchyResolverOption.of(
            ClassHierarchyResolver.ofClassLoading(LOOKUP)));

    private final ProgramMethod method;
    private final int registerCount;
    private final boolean hasLoops;
    private final boolean storesLiterals;

    private ClassProgram(ProgramMethod method, ProgramShape shape) {
        this.method = method;
        registerCount = shape.program.registerCount();
        boolean loops = false;
        for (boolean head : shape.loopHeads) {
            loops |= head;
        }
        hasLoops = loops;
        storesLiterals = shape.storesLiterals();
    }

    /**
     * Returns the class of a program; null if it has an instruction that there is no code for, or
     * is too long.
     *
     * @param methodLength the number of instructions in a method, whatever its size; 0 for methods
     *     that HotSpot compiles
     */
    public static ClassProgram of(ProgramSetting setting, int methodLength) {
        Program program = setting.program();
        if (program.instructions().size() > INSTRUCTIONS_MAX) {
            ClassCounts.tooLong();
            return null;
        }
        ProgramShape shape = new ProgramShape(setting);
        byte[] bytes;
        try {
            bytes = make(shape, methodLength);
        } catch (UnsupportedProgramException e) {
            ClassCounts.refused(e.opcode());
            return null;
        }
        if (bytes == null) {
            ClassCounts.tooLong();
            return null;
        }
        ClassProgram made = new ClassProgram(instance(bytes, shape.constants), shape);
        ClassCounts.made(FILE.parse(bytes).methods().size() - 1);
        return made;
    }

    /** Returns the class's file; null if an instruction alone is too long for a method. */
    private static byte[] make(ProgramShape shape, int methodLength) {
        if (methodLength > 0) {
            return make(shape, ProgramCut.ofLength(shape, methodLength));
        }
        if (shape.size() <= WHOLE_MAX) {
            List<CodePart> whole = List.of(new CodePart(shape));
            byte[] bytes = make(shape, whole);
            if (bytes != null && sizes(bytes, whole.size())[0] < WHOLE_SIZE_MAX) {
                return bytes;
            }
        }
        ProgramCut cut = new ProgramCut(shape, measure(shape));
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            List<CodePart> parts = cut.parts(METHOD_SIZE_AIM);
            byte[] bytes = make(shape, parts);
            if (bytes == null) {
                return null;
            }
            int[] sizes = sizes(bytes, parts.size());
            boolean fits = true;
            for (int part = 0; part < sizes.length; part++) {
                if (sizes[part] >= METHOD_SIZE_MAX) {
                    fits = false;
                    cut.correct(parts.get(part), sizes[part]);
                }
            }
            if (fits) {
                return bytes;
            }
        }
        return null;
    }

    /** Returns, by address, about how many bytes each instruction takes. */
    private static int[] measure(ProgramShape shape) {
        CodePart part = CodePart.inState(shape);
        int[][] sizes = new int[1][];
        FILE.build(
                NAME,
                type -> type.withMethodBody(
                        METHOD,
                        TYPE,
                        0,
                        code -> sizes[0] = MethodEmitter.measure(code, shape, part)));
        for (int at = 0; at < sizes[0].length; at++) {
            sizes[0][at] = (int) Math.ceil(1 + sizes[0][at] * ESTIMATE);
        }
        return sizes[0];
    }

    /** Returns the class's file; null if a method has more than 65,535 bytes. */
    private static byte[] make(ProgramShape shape, List<CodePart> parts) {
        try {
            return FILE.build(NAME, type -> {
                type.withFlags(ClassFile.ACC_FINAL | ClassFile.ACC_SUPER)
                        .withInterfaceSymbols(INTERFACE)
                        .withMethodBody(
                                ConstantDescs.INIT_NAME,
                                ConstantDescs.MTD_void,
                                0,
                                code -> code.aload(0)
                                        .invokespecial(
                                                CD_Object,
                                                ConstantDescs.INIT_NAME,
                                                ConstantDescs.MTD_void)
                                        .return_());
                if (parts.size() == 1) {
                    part(type, METHOD, ClassFile.ACC_PUBLIC, shape, parts.getFirst());
                    return;
                }
                type.withMethodBody(
                        METHOD, TYPE, ClassFile.ACC_PUBLIC, code -> driver(code, shape, parts));
                for (int number = 0; number < parts.size(); number++) {
                    part(type, METHOD + number, 0, shape, parts.get(number));
                }
            });
        } catch (IllegalArgumentException _) {
            return null;
        }
    }

    private static void part(
            ClassBuilder type, String name, int flags, ProgramShape shape, CodePart part) {
        type.withMethodBody(name, TYPE, flags, new MethodEmitter(shape, part)::emit);
    }

    /** Emits the loop that calls parts until one ends the call of the program. */
    private static void driver(CodeBuilder out, ProgramShape shape, List<CodePart> parts) {
        byte[] numbers = new byte[2 * shape.size()];
        for (int number = 0; number < parts.size(); number++) {
            for (int at : parts.get(number).addresses.stream().toArray()) {
                numbers[2 * at] = (byte) (number >> 8);
                numbers[2 * at + 1] = (byte) number;
            }
        }
        Label next = out.newLabel();
        Label called = out.newLabel();
        Label none = out.newLabel();
        List<SwitchCase> cases = new ArrayList<>();
        for (int number = 0; number < parts.size(); number++) {
            cases.add(SwitchCase.of(number, out.newLabel()));
        }
        out.aload(CodeWriter.STATE_LOCAL);
        out.invokestatic(CodeWriter.SLICES, "begin", MethodTypeDesc.of(CD_void, CodeWriter.STATE));
        out.labelBinding(next);
        CodeWriter.constant(out, shape.number(numbers), CD_byte.arrayType());
        out.aload(CodeWriter.STATE_LOCAL);
        out.invokestatic(
                CodeWriter.SLICES,
                "part",
                MethodTypeDesc.of(CD_int, CD_byte.arrayType(), CodeWriter.STATE));
        out.tableswitch(0, parts.size() - 1, none, cases);
        for (SwitchCase each : cases) {
            out.labelBinding(each.target());
            out.aload(0).aload(CodeWriter.STATE_LOCAL);
            out.invokevirtual(NAME, METHOD + each.caseValue(), TYPE);
            out.goto_(called);
        }
        out.labelBinding(none);
        out.aconst_null().areturn();
        out.labelBinding(called);
        out.dup();
        Label ended = out.newLabel();
        out.ifnonnull(ended);
        out.pop().goto_(next);
        out.labelBinding(ended);
        out.areturn();
    }

    /** Returns the numbers of bytes of the methods. */
    private static int[] sizes(byte[] bytes, int count) {
        int[] sizes = new int[count];
        for (MethodModel method : FILE.parse(bytes).methods()) {
            String name = method.methodName().stringValue();
            if (name.startsWith(METHOD) && (count == 1 || name.length() > METHOD.length())) {
                String number = name.substring(METHOD.length());
                sizes[number.isEmpty() ? 0 : Integer.parseInt(number)] =
                        ((CodeAttribute) method.code().orElseThrow()).codeLength();
            }
        }
        return sizes;
    }

    private static ProgramMethod instance(byte[] bytes, List<Object> constants) {
        try {
            MethodHandles.Lookup made =
                    LOOKUP.defineHiddenClassWithClassData(bytes, List.copyOf(constants), true);
            MethodType maker = MethodType.methodType(void.class);
            return (ProgramMethod) made.findConstructor(made.lookupClass(), maker)
                    .asType(MethodType.methodType(ProgramMethod.class))
                    .invokeExact();
        } catch (VirtualMachineError e) {
            throw e; // Memory is full.
        } catch (Throwable e) {
            throw new AssertionError("the class of a program is not valid", e);
        }
    }

    @Override
    public Outcome call(ExecutionState state) {
        return method.run(state);
    }

    /** Whether it can go on with a run that nodes have begun. */
    public boolean takesOver() {
        return !storesLiterals;
    }

    @Override
    public int registerCount() {
        return registerCount;
    }

    @Override
    public boolean hasLoops() {
        return hasLoops;
    }

    @Override
    public void forgetWork() {
        // HotSpot alone decides when it compiles.
    }
}
