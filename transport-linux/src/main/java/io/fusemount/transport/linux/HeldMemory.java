package io.fusemount.transport.linux;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.fusemount.transport.device.libc.Native;
import io.fusemount.transport.device.store.DescriptorStore;
import io.fusemount.transport.linux.crash.CrashMemory;
import io.fusemount.transport.linux.crash.Remains;
import io.fusemount.transport.linux.request.DeviceServer;
import org.jspecify.annotations.Nullable;

/**
 * The memory of a mount that a store holds for the case of a crash. It has two names, so
 * that a process stores its own before it removes that of the process before: whenever it
 * is killed, one of them is there.
 */
final class HeldMemory {

	private final DescriptorStore store;

	private final String first;

	private final String second;

	/** The name under which nothing is stored that may be needed. */
	@GuardedBy("this")
	private String free;

	/** What the processes before have left; those that are not of use are not in it. */
	@GuardedBy("this")
	private final List<Remains> left = new ArrayList<>();

	HeldMemory(DescriptorStore store, String mount) {
		this.store = store;
		this.first = "fusemount-" + mount + "-memory";
		this.second = this.first + "-2";
		this.free = this.first;
	}

	/**
	 * Takes what the process before has left.
	 * @param device the open device of the mount, which it belongs to; {@code null} if
	 * there is none
	 * @return what is left if that process has crashed, {@code null} if nothing is of use
	 */
	synchronized @Nullable Remains take(@Nullable Integer device) {
		Integer one = this.store.take(this.first);
		Integer other = this.store.take(this.second);
		if (read(other, device)) {
			this.free = this.first;
		}
		if (read(one, device)) {
			this.free = this.second;
		}
		return this.left.isEmpty() ? null : this.left.get(0);
	}

	/**
	 * Takes what a process has left that this one has given the mount to.
	 * @param memory its descriptor, which belongs to this method
	 * @param device the open device of the mount
	 * @return what is left, {@code null} if it is of no use
	 */
	synchronized @Nullable Remains take(int memory, int device) {
		return read(memory, device) ? this.left.get(this.left.size() - 1) : null;
	}

	@GuardedBy("this")
	private boolean read(@Nullable Integer memory, @Nullable Integer device) {
		if (memory != null && device == null) {
			Native.libc().close(memory);
		}
		Remains remains = (device != null) ? Remains.read(memory, DeviceServer.REQUEST_SIZE, device) : null;
		if (remains != null) {
			this.left.add(remains);
		}
		return remains != null;
	}

	/**
	 * Stores the memory of this process in place of that of the process before.
	 * @param memory the memory, {@code null} if there is none
	 * @throws IOException if the store cannot be reached, in words
	 */
	synchronized void replace(@Nullable CrashMemory memory) throws IOException {
		try {
			// There may be the memory of a process that was killed in here.
			this.store.remove(this.free);
			if (memory != null) {
				this.store.keep(this.free, memory.descriptor());
			}
		}
		catch (IOException ex) {
			settle();
			throw ex;
		}
		settle();
		this.free = this.free.equals(this.first) ? this.second : this.first;
		this.store.remove(this.free);
	}

	/** What processes have left does not count any more, even if a store still has it. */
	synchronized void settle() {
		this.left.forEach(Remains::invalidate);
		this.left.clear();
	}

	/**
	 * Lets the store forget the memory.
	 * @throws IOException if the store cannot be reached, in words
	 */
	synchronized void forget() throws IOException {
		this.left.clear();
		this.store.remove(this.first);
		this.store.remove(this.second);
	}

}
