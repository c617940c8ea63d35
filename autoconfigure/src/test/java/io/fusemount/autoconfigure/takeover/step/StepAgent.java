package io.fusemount.autoconfigure.takeover.step;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.ProtectionDomain;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes.Name;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

import org.jspecify.annotations.Nullable;

import org.springframework.asm.ClassReader;
import org.springframework.asm.ClassVisitor;
import org.springframework.asm.ClassWriter;
import org.springframework.asm.Label;
import org.springframework.asm.MethodVisitor;
import org.springframework.asm.Opcodes;
import org.springframework.asm.SpringAsmInfo;

/**
 * Lets methods tell {@link Steps} that they begin, with their name and their first
 * argument, and return if that says so.
 */
final class StepAgent implements ClassFileTransformer {

	private static final String STEPS = Steps.class.getName().replace('.', '/');

	/** The methods that are steps, by their class. */
	private static final Map<String, List<String>> METHODS = Map.of(
			"io/fusemount/transport/linux/request/DeviceServer$Serving", List.of("handle"),
			"io/fusemount/core/operation/Dispatcher", List.of("dispatch"), "io/fusemount/core/handover/Notebook",
			List.of("put", "remove", "write"), "io/fusemount/transport/device/message/AnswerBuffer", List.of("send"),
			"com/zaxxer/hikari/pool/ProxyConnection", List.of("commit", "rollback"),
			"com/zaxxer/hikari/pool/ProxyStatement",
			List.of("execute", "executeQuery", "executeUpdate", "executeBatch"),
			"com/zaxxer/hikari/pool/ProxyPreparedStatement", List.of("execute", "executeQuery", "executeUpdate"));

	/** The methods at whose end a thread may stay. */
	private static final Map<String, List<String>> ENDS = Map.of("io/fusemount/core/filesystem/OpenFileRecorder",
			List.of("opened", "closed", "settle"));

	private StepAgent() {
	}

	/** Called by the JVM before {@code main}. */
	public static void premain(@Nullable String arguments, Instrumentation instrumentation) {
		instrumentation.addTransformer(new StepAgent());
	}

	/** Makes a jar that the JVM accepts as an agent; its class is on the class path. */
	static Path jar(Path target) throws IOException {
		Manifest manifest = new Manifest();
		manifest.getMainAttributes().put(Name.MANIFEST_VERSION, "1.0");
		manifest.getMainAttributes().putValue("Premain-Class", StepAgent.class.getName());
		try (OutputStream file = Files.newOutputStream(target)) {
			new JarOutputStream(file, manifest).close();
		}
		return target;
	}

	@Override
	public byte @Nullable [] transform(@Nullable ClassLoader loader, String type, @Nullable Class<?> redefined,
			@Nullable ProtectionDomain domain, byte[] bytes) {
		List<String> begins = METHODS.getOrDefault(type, List.of());
		List<String> ends = ENDS.getOrDefault(type, List.of());
		if (begins.isEmpty() && ends.isEmpty()) {
			return null;
		}
		ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
		new ClassReader(bytes).accept(new ClassVisitor(SpringAsmInfo.ASM_VERSION, writer) {
			@Override
			public MethodVisitor visitMethod(int access, String name, String descriptor, @Nullable String signature,
					String @Nullable [] exceptions) {
				MethodVisitor method = super.visitMethod(access, name, descriptor, signature, exceptions);
				if (ends.contains(name) && (access & Opcodes.ACC_SYNCHRONIZED) == 0) {
					return new Ending(method);
				}
				return begins.contains(name) ? new Beginning(method, name, descriptor) : method;
			}
		}, 0);
		return writer.toByteArray();
	}

	/**
	 * A method that tells of itself before it does anything else.
	 */
	private static final class Beginning extends MethodVisitor {

		private final String name;

		private final boolean argument;

		private final boolean removable;

		Beginning(MethodVisitor method, String name, String descriptor) {
			super(SpringAsmInfo.ASM_VERSION, method);
			this.name = name;
			this.argument = descriptor.startsWith("(L");
			this.removable = descriptor.endsWith(")V");
		}

		@Override
		public void visitCode() {
			super.visitCode();
			visitLdcInsn(this.name);
			if (this.argument) {
				visitVarInsn(Opcodes.ALOAD, 1);
			}
			else {
				visitInsn(Opcodes.ACONST_NULL);
			}
			visitMethodInsn(Opcodes.INVOKESTATIC, STEPS, "begins", "(Ljava/lang/String;Ljava/lang/Object;)Z", false);
			if (this.removable) {
				Label goesOn = new Label();
				visitJumpInsn(Opcodes.IFEQ, goesOn);
				visitInsn(Opcodes.RETURN);
				visitLabel(goesOn);
				visitFrame(Opcodes.F_SAME, 0, null, 0, null);
			}
			else {
				visitInsn(Opcodes.POP);
			}
		}

	}

	/**
	 * A method that tells of its end.
	 */
	private static final class Ending extends MethodVisitor {

		Ending(MethodVisitor method) {
			super(SpringAsmInfo.ASM_VERSION, method);
		}

		@Override
		public void visitInsn(int opcode) {
			if (opcode == Opcodes.RETURN) {
				visitMethodInsn(Opcodes.INVOKESTATIC, STEPS, "ends", "()V", false);
			}
			super.visitInsn(opcode);
		}

	}

}
