package io.fusemount.compatibility;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.TreeSet;

import org.jspecify.annotations.Nullable;

import org.springframework.asm.ClassReader;
import org.springframework.asm.ClassVisitor;
import org.springframework.asm.Handle;
import org.springframework.asm.MethodVisitor;
import org.springframework.asm.Opcodes;
import org.springframework.asm.Type;
import org.springframework.util.ClassUtils;

/**
 * What classes use of libraries, by class, name and types.
 */
final class References {

	private static final Set<String> LIBRARIES = Set.of("org/hibernate/", "org/springframework/", "jakarta/",
			"io/micrometer/", "org/postgresql/");

	private final Set<String> missing = new TreeSet<>();

	private int count;

	/** Adds those of a class file. */
	void add(byte[] classFile) {
		ClassReader reader = new ClassReader(classFile);
		String user = reader.getClassName().substring(reader.getClassName().lastIndexOf('/') + 1);
		reader.accept(new ClassVisitor(Opcodes.ASM9) {

			@Override
			public MethodVisitor visitMethod(int access, String name, String descriptor, @Nullable String signature,
					String @Nullable [] exceptions) {
				return new Uses(user);
			}

		}, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
	}

	int count() {
		return this.count;
	}

	/** Returns those that are not there. */
	Set<String> missing() {
		return this.missing;
	}

	private void use(String user, String owner, String name, String descriptor) {
		if (LIBRARIES.stream().noneMatch(owner::startsWith) && !owner.startsWith("io/fusemount/")) {
			return;
		}
		this.count++;
		Class<?> type = find(owner);
		if (type == null || !has(type, name, descriptor)) {
			this.missing.add(user + ": " + owner.replace('/', '.') + "." + name + descriptor);
		}
	}

	private static @Nullable Class<?> find(String internalName) {
		try {
			return Class.forName(internalName.replace('/', '.'), false, ClassUtils.getDefaultClassLoader());
		}
		catch (ClassNotFoundException | LinkageError ex) {
			return null;
		}
	}

	private static boolean has(Class<?> type, String name, String descriptor) {
		try {
			if (name.equals("<init>")) {
				for (Constructor<?> constructor : type.getDeclaredConstructors()) {
					if (Type.getConstructorDescriptor(constructor).equals(descriptor)) {
						return true;
					}
				}
				return false;
			}
			return hierarchy(type).stream().anyMatch((declaring) -> declares(declaring, name, descriptor));
		}
		catch (LinkageError ex) {
			// It needs something else that is optional.
			return true;
		}
	}

	private static boolean declares(Class<?> type, String name, String descriptor) {
		for (Method method : type.getDeclaredMethods()) {
			if (method.getName().equals(name) && Type.getMethodDescriptor(method).equals(descriptor)) {
				return true;
			}
		}
		for (Field field : type.getDeclaredFields()) {
			if (field.getName().equals(name) && Type.getDescriptor(field.getType()).equals(descriptor)) {
				return true;
			}
		}
		return false;
	}

	private static Set<Class<?>> hierarchy(Class<?> type) {
		Set<Class<?>> found = new LinkedHashSet<>();
		for (Class<?> current = type; current != null; current = current.getSuperclass()) {
			addInterfaces(current, found);
		}
		found.add(Object.class);
		return found;
	}

	private static void addInterfaces(Class<?> type, Set<Class<?>> found) {
		found.add(type);
		for (Class<?> parent : type.getInterfaces()) {
			addInterfaces(parent, found);
		}
	}

	/** Takes note of what one method uses. */
	private final class Uses extends MethodVisitor {

		private final String user;

		Uses(String user) {
			super(Opcodes.ASM9);
			this.user = user;
		}

		@Override
		public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
			use(this.user, owner, name, descriptor);
		}

		@Override
		public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
			use(this.user, owner, name, descriptor);
		}

		@Override
		public void visitInvokeDynamicInsn(String name, String descriptor, Handle bootstrap, Object... arguments) {
			for (Object argument : arguments) {
				if (argument instanceof Handle handle) {
					use(this.user, handle.getOwner(), handle.getName(), handle.getDesc());
				}
			}
		}

	}

}
