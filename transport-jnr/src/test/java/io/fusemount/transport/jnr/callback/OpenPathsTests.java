package io.fusemount.transport.jnr.callback;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.errno.ErrnoTranslators;
import io.fusemount.core.operation.Dispatcher;
import io.fusemount.core.operation.Operation;
import io.fusemount.core.operation.OperationListener;
import io.fusemount.core.vfs.HandleId;
import io.fusemount.core.vfs.VirtualFileSystem;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class OpenPathsTests {

	private final List<String> failures = new ArrayList<>();

	private final List<String> released = new ArrayList<>();

	@Test
	void whatCanNotBeReleasedIsToldAndTheOthersAreReleased() {
		OpenPaths paths = new OpenPaths();
		paths.opened(Operation.OPEN, new HandleId(1), "/full");
		paths.opened(Operation.OPEN, new HandleId(2), "/closed");
		paths.opened(Operation.OPEN, new HandleId(3), "/file");
		paths.opened(Operation.OPENDIR, new HandleId(4), "/directory");
		paths.releaseAll(fileSystem(), dispatcher());
		assertThat(this.failures).containsExactly("RELEASE /full ENOSPC");
		assertThat(this.released).containsExactlyInAnyOrder("release 3", "releaseDirectory 4");
	}

	private VirtualFileSystem fileSystem() {
		return (VirtualFileSystem) Proxy.newProxyInstance(getClass().getClassLoader(),
				new Class<?>[] { VirtualFileSystem.class }, (proxy, method, arguments) -> {
					long handle = ((HandleId) arguments[0]).value();
					if (handle <= 2) {
						throw new ErrnoException((handle == 1) ? Errno.ENOSPC : Errno.EBADF, "refused");
					}
					this.released.add(method.getName() + " " + handle);
					return null;
				});
	}

	private Dispatcher dispatcher() {
		return new Dispatcher(new ErrnoTranslators(List.of()), new OperationListener() {

			@Override
			public void operationFailed(Operation operation, @Nullable Object subject, ErrnoException failure,
					long nanos) {
				OpenPathsTests.this.failures.add(operation + " " + subject + " " + failure.errno());
			}

		});
	}

}
