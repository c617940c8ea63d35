package io.fusemount.conformance.programs;

import java.nio.file.Path;

/**
 * Settings of a Samba server that is confined to this machine: it listens only there, and
 * keeps all its files in one directory.
 */
public final class SambaSettings {

	private SambaSettings() {
	}

	/**
	 * Returns lines for the section {@code [global]}.
	 * @param workspace the directory for its files
	 * @param port the port on which it listens
	 */
	public static String keptIn(Path workspace, int port) {
		return """
				interfaces = lo
				bind interfaces only = yes
				smb ports = %1$d
				disable netbios = yes
				load printers = no
				printcap name = /dev/null
				disable spoolss = yes
				private dir = %2$s
				lock directory = %2$s
				state directory = %2$s
				cache directory = %2$s
				pid directory = %2$s
				ncalrpc dir = %2$s/ncalrpc
				log file = %2$s/log
				""".formatted(port, workspace);
	}

}
