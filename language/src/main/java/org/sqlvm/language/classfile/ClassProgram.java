package org.sqlvm.language.classfile;

import static java.lang.constant.ConstantDescs.CD_Object;

import org.sqlvm.engine.program.Program;
import org.sqlvm.engine.program.ProgramAnalysis;
import org.sqlvm.language.instruction.ProgramSetting;
import org.sqlvm.language.runtime.ExecutionState;
import org.sqlvm.language.runtime.Outcome;
import org.sqlvm.language.runtime.ProgramCode;

import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;

/**
 * A program as a hidden class. It is one method, which is shorter than what HotSpot refuses to
 * compile. The class is unloaded with the program.
 */
public final class ClassProgram implements ProgramCode {
    /** The most bytes of a method that HotSpot compiles: its flag HugeMethodLimit. */
    private static final int METHOD_SIZE_MAX = 8_000;

    /** The code of most programs with more instructions is too long, and making it takes time. */
    private static final int INSTRUCTIONS_MAX = 256;

    private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();
    private static final ClassDesc INTERFACE = CodeWriter.desc(ProgramMethod.class);
    private static final ClassDesc NAME =
            ClassDesc.of(ClassProgram.class.getPackageName(), "Generated");

    private static final ClassFile FILE = ClassFile.of(ClassFile.ClassHierarchyResolverOption.of(
            ClassHierarchyResolver.ofClassLoading(LOOKUP)));

    private final ProgramMethod method;
    private final int registerCount;
    private final boolean hasLoops;

    private ClassProgram(ProgramMethod method, int registerCount, boolean hasLoops) {
        this.method = method;
        this.registerCount = registerCount;
        this.hasLoops = hasLoops;
    }

    /**
     * Returns the class of a program; null if it has an instruction that there is no code for, or
     * is too long.
     */
    public static ClassProgram of(ProgramSetting setting) {
        Program program = setting.program();
        if (program.instructions().size() > INSTRUCTIONS_MAX) {
            ClassCounts.tooLong();
            return null;
        }
        ProgramAnalysis analysis = new ProgramAnalysis(program);
        List<Object> constants = new ArrayList<>();
        byte[] bytes;
        try {
            bytes = make(new MethodEmitter(setting, analysis, constants));
        } catch (UnsupportedProgramException e) {
            ClassCounts.refused(e.opcode());
            return null;
        } catch (IllegalArgumentException e) {
            // An instruction may have any number of registers; no method has more than 65,535
            // bytes.
            ClassCounts.tooLong();
            return null;
        }
        if (codeSize(bytes) >= METHOD_SIZE_MAX) {
            ClassCounts.tooLong();
            return null;
        }
        ClassCounts.made();
        boolean loops = false;
        for (boolean head : analysis.loopHeads()) {
            loops |= head;
        }
        return new ClassProgram(instance(bytes, constants), program.registerCount(), loops);
    }

    private static byte[] make(MethodEmitter emitter) {
        MethodTypeDesc run = MethodTypeDesc.of(CodeWriter.OUTCOME, CodeWriter.STATE);
        return FILE.build(
                NAME,
                type -> type.withFlags(ClassFile.ACC_FINAL | ClassFile.ACC_SUPER)
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
                                        .return_())
                        .withMethodBody("run", run, ClassFile.ACC_PUBLIC, emitter::emit));
    }

    /** Returns the number of bytes of the method. */
    private static int codeSize(byte[] bytes) {
        return FILE.parse(bytes).methods().stream()
                .flatMap(method -> method.code().stream())
                .mapToInt(code -> ((CodeAttribute) code).codeLength())
                .max()
                .orElseThrow();
    }

    private static ProgramMethod instance(byte[] bytes, List<Object> constants) {
        try {
            MethodHandles.Lookup made =
                    LOOKUP.defineHiddenClassWithClassData(bytes, List.copyOf(constants), true);
            MethodType maker = MethodType.methodType(void.class);
            return (ProgramMethod) made.findConstructor(made.lookupClass(), maker)
                    .asType(MethodType.methodType(ProgramMethod.class))
                    .invokeExact();
        } catch (Throwable e) {
            throw new AssertionError("the class of a program is not valid", e);
        }
    }

    @Override
    public Outcome call(ExecutionState state) {
        return method.run(state);
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
