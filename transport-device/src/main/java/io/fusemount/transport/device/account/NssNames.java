package io.fusemount.transport.device.account;

import io.fusemount.core.operation.AccountNames;
import io.fusemount.transport.device.libc.Native;
import io.fusemount.transport.device.libc.NativeText;
import org.jspecify.annotations.Nullable;

/**
 * The names that the name service of the machine knows ({@code nsswitch.conf}).
 */
public final class NssNames implements AccountNames {

	/**
	 * Returns the names of this machine; none if it is not one with Linux.
	 */
	public static AccountNames ofThisMachine() {
		return "Linux".equals(System.getProperty("os.name")) ? new NssNames() : AccountNames.NONE;
	}

	@Override
	public @Nullable String user(int uid) {
		return NssQuery.name((user, text, result) -> Native.libc().getpwuid_r(uid, user, text, text.size(), result));
	}

	@Override
	public @Nullable Integer uid(String user) {
		byte[] name = NativeText.encode(user);
		return NssQuery.id((struct, text, result) -> Native.libc().getpwnam_r(name, struct, text, text.size(), result));
	}

	@Override
	public @Nullable String group(int gid) {
		return NssQuery.name((group, text, result) -> Native.libc().getgrgid_r(gid, group, text, text.size(), result));
	}

	@Override
	public @Nullable Integer gid(String group) {
		byte[] name = NativeText.encode(group);
		return NssQuery.id((struct, text, result) -> Native.libc().getgrnam_r(name, struct, text, text.size(), result));
	}

}
