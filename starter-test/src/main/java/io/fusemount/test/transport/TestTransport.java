package io.fusemount.test.transport;

import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

import io.fusemount.core.mount.MountException;
import io.fusemount.core.mount.MountException.Reason;
import io.fusemount.core.mount.MountOptions;
import io.fusemount.core.mount.Transport;
import io.fusemount.core.mount.TransportSession;
import io.fusemount.core.operation.Caller;
import io.fusemount.core.operation.Dispatcher;
import io.fusemount.core.vfs.VirtualFileSystem;
import io.fusemount.test.FuseMountFiles;
import io.fusemount.test.FuseMountTransport;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * The application's transport, or files in memory if the test requests that or nothing
 * can be mounted.
 */
public final class TestTransport implements Transport {

	private static final Log logger = LogFactory.getLog(TestTransport.class);

	/** The reasons that are due to the machine, whatever is mounted. */
	private static final Set<Reason> NOT_HERE = EnumSet.of(Reason.NO_FUSE_DEVICE, Reason.FUSE_DEVICE_DENIED,
			Reason.NO_LIBFUSE, Reason.NO_FUSERMOUNT, Reason.NO_NATIVE_CODE, Reason.NOT_PERMITTED);

	private final Transport kernel;

	private final FuseMountTransport wanted;

	private final Caller caller;

	/** By the name of the mount, in the order of mounting. */
	private final Map<String, FuseMountFiles> files = Collections.synchronizedMap(new LinkedHashMap<>());

	/**
	 * Creates the transport.
	 * @param kernel the application's own transport
	 * @param wanted the transport that the test requests
	 * @param caller the caller of operations on files in memory
	 */
	public TestTransport(Transport kernel, FuseMountTransport wanted, Caller caller) {
		this.kernel = kernel;
		this.wanted = wanted;
		this.caller = caller;
	}

	@Override
	public TransportSession mount(VirtualFileSystem fileSystem, Dispatcher dispatcher, MountOptions options) {
		if (this.wanted != FuseMountTransport.MEMORY) {
			try {
				TransportSession session = this.kernel.mount(fileSystem, dispatcher, options);
				this.files.put(options.name(), new MountedFiles(options.mountPoint(), this::files));
				return session;
			}
			catch (MountException ex) {
				if (this.wanted == FuseMountTransport.KERNEL || !NOT_HERE.contains(ex.reason())) {
					throw ex;
				}
				logger.info(
						"The files of the test are in memory, because nothing can be mounted here: " + ex.getMessage());
			}
		}
		MemorySession session = new MemorySession(fileSystem, dispatcher, this.caller);
		this.files.put(options.name(), new MemoryFiles(session, this::files));
		return session;
	}

	/**
	 * Returns the files of the first mount.
	 * @throws IllegalStateException if nothing is mounted
	 */
	public FuseMountFiles files() {
		synchronized (this.files) {
			return this.files.values()
				.stream()
				.findFirst()
				.orElseThrow(() -> new IllegalStateException("Nothing is mounted"));
		}
	}

	private FuseMountFiles files(String mount) {
		FuseMountFiles mounted = this.files.get(mount);
		if (mounted == null) {
			throw new IllegalArgumentException(
					"There is no mount '" + mount + "', only " + String.join(", ", this.files.keySet()));
		}
		return mounted;
	}

}
