package io.fusemount.transport.device.worker;

import io.fusemount.core.mount.Channel;
import io.fusemount.core.mount.KernelUse;
import io.fusemount.core.mount.MountOptions;
import io.fusemount.core.operation.OperationWatch;

/**
 * Communicates with the kernel on behalf of one mounted filesystem, on any number of
 * threads at once.
 */
public interface RequestServer {

	/**
	 * Prepares the calling thread, which serves requests from now on until it closes the
	 * result.
	 */
	RequestThread open();

	/**
	 * Starts the threads that receive and serve requests.
	 * <p>
	 * The default implementation starts a {@link WorkerPool}.
	 * @param mount the options of the mount
	 * @param watch answers requests whose workers do not return
	 * @param afterLast runs when no worker is left
	 */
	default Workers start(MountOptions mount, OperationWatch watch, Runnable afterLast) {
		int cores = Runtime.getRuntime().availableProcessors();
		int readers = Math.min((mount.readers() > 0) ? mount.readers() : cores, mount.workers());
		return new WorkerPool(mount.name(), this, mount.workers(), readers, watch, afterLast);
	}

	/**
	 * Returns the way by which requests come.
	 * <p>
	 * The default implementation returns {@link Channel#DEVICE}.
	 */
	default Channel channel() {
		return Channel.DEVICE;
	}

	/**
	 * Returns what the kernel has of the filesystem.
	 * <p>
	 * The default implementation returns {@link KernelUse#NONE}.
	 */
	default KernelUse kernelUse() {
		return KernelUse.NONE;
	}

	/**
	 * Leaves the filesystem to the next process, with what programs have open, and closes
	 * the device and the other resources of the session. No thread serves requests at
	 * this point.
	 * <p>
	 * The default implementation is for servers that cannot do that.
	 * @throws RuntimeException if it is not possible; nothing is closed then
	 */
	default void leave() {
		throw new UnsupportedOperationException("The transport cannot leave a mount");
	}

	/**
	 * Closes the device and the other resources of the session. No thread serves requests
	 * at this point.
	 */
	void close();

	/**
	 * Releases the files that programs still have open. No thread serves requests at this
	 * point.
	 */
	void releaseHandles();

}
