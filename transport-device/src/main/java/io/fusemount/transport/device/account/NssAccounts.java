package io.fusemount.transport.device.account;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.operation.Caller;
import io.fusemount.core.operation.CallerAccount;
import io.fusemount.core.operation.CallerAccounts;
import io.fusemount.transport.device.libc.Native;
import io.fusemount.transport.device.libc.NativeText;
import org.jspecify.annotations.Nullable;

/**
 * The accounts that the name service of the machine knows ({@code nsswitch.conf}):
 * {@code /etc/passwd}, LDAP, a directory of Windows.
 */
public final class NssAccounts implements CallerAccounts {

	/** What the kernel reports for a user or a group of another user namespace. */
	private static final int OVERFLOW = overflow();

	/** {@code NGROUPS_MAX} of Linux. */
	private static final int MAX_GROUPS = 65_536;

	@Override
	public CallerAccount of(Caller caller) {
		String name = (caller.uid() != OVERFLOW) ? user(caller.uid()) : null;
		return (name != null) ? new CallerAccount(caller.uid(), caller.gid(), name, groups(name, caller.gid()))
				: CallerAccount.unknown(caller);
	}

	private static @Nullable String user(int uid) {
		return NssQuery.name((user, text, result) -> Native.libc().getpwuid_r(uid, user, text, text.size(), result));
	}

	private static List<String> groups(String user, int gid) {
		int[] groups = new int[64];
		int[] count = { groups.length };
		while (Native.libc().getgrouplist(NativeText.encode(user), gid, groups, count) < 0
				&& groups.length < MAX_GROUPS) {
			groups = new int[Math.min(MAX_GROUPS, Math.max(2 * groups.length, count[0]))];
			count[0] = groups.length;
		}
		return IntStream.of(Arrays.copyOf(groups, Math.min(count[0], groups.length)))
			.filter((group) -> group != OVERFLOW)
			.distinct()
			.mapToObj(NssAccounts::group)
			.filter(Objects::nonNull)
			.toList();
	}

	/** A group with very many members may have no name that can be read. */
	private static @Nullable String group(int gid) {
		try {
			return NssQuery
				.name((group, text, result) -> Native.libc().getgrgid_r(gid, group, text, text.size(), result));
		}
		catch (ErrnoException ex) {
			return null;
		}
	}

	private static int overflow() {
		// In one piece: the kernel does not continue such a file.
		try (BufferedReader reader = Files.newBufferedReader(Path.of("/proc/sys/kernel/overflowuid"))) {
			return Integer.parseUnsignedInt(reader.readLine().strip());
		}
		catch (IOException ex) {
			return 65534;
		}
	}

}
