package io.fusemount.conformance.transport;

import java.lang.reflect.Modifier;
import java.nio.file.Path;

import io.fusemount.conformance.shell.Shell;
import io.fusemount.core.mount.MountOptions;
import io.fusemount.core.mount.Transport;

/**
 * A program that mounts and dies without unmounting, as by {@code kill -9}.
 */
final class DyingProgram {

	private DyingProgram() {
	}

	static boolean canCreate(Class<?> transport) {
		try {
			return Modifier.isPublic(transport.getModifiers())
					&& Modifier.isPublic(transport.getConstructor().getModifiers());
		}
		catch (NoSuchMethodException ex) {
			return false;
		}
	}

	/**
	 * Returns the command line of the program.
	 * @param workspace a directory in which it may leave files behind
	 */
	static String commandLine(Class<?> transport, Path mountPoint, Path workspace) {
		return Shell.quote(Path.of(System.getProperty("java.home"), "bin", "java")) + " -cp "
				+ Shell.quote(System.getProperty("java.class.path")) + " -Djava.io.tmpdir=" + Shell.quote(workspace)
				+ " " + DyingProgram.class.getName() + " " + transport.getName() + " " + Shell.quote(mountPoint);
	}

	/**
	 * Runs the program.
	 * @param args the class of the transport and the mount point
	 */
	public static void main(String[] args) throws ReflectiveOperationException {
		Transport transport = (Transport) Class.forName(args[0]).getConstructor().newInstance();
		MountedFiles.by(transport, (options) -> new MountOptions(options.name(), Path.of(args[1]), options.readOnly(),
				options.allowOther(), options.defaultPermissions(), options.workers(), options.readers()));
		Runtime.getRuntime().halt(137);
	}

}
