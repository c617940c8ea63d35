package io.fusemount.autoconfigure;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;

import io.fusemount.annotation.FuseMount;
import io.fusemount.autoconfigure.fixture.FakeTransport;
import io.fusemount.autoconfigure.fixture.OneFileDirectory;
import io.fusemount.autoconfigure.properties.MountProperties;
import io.fusemount.conformance.semantics.Semantics;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.errno.ErrnoTranslator;
import io.fusemount.core.mount.Mount;
import io.fusemount.core.mount.MountException;
import io.fusemount.core.mount.MountOptions;
import io.fusemount.core.mount.MountRegistry;
import io.fusemount.core.mount.MountState;
import io.fusemount.core.name.ScratchNames;
import io.fusemount.core.node.ChangeFeed;
import io.fusemount.core.node.ChangeListener;
import io.fusemount.core.node.NodeChange;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.operation.Operation;
import io.fusemount.core.operation.OperationListener;
import io.fusemount.core.vfs.FileStatus;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationListener;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.support.GenericApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

@ExtendWith(OutputCaptureExtension.class)
class FuseMountAutoConfigurationTests {

	@TempDir
	private Path spool;

	private final FakeTransport transport = new FakeTransport();

	private ApplicationContextRunner unmounted() {
		return new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(FuseMountAutoConfiguration.class))
			.withBean(FakeTransport.class, () -> this.transport)
			.withPropertyValues("fusemount.spool.directory=" + this.spool);
	}

	private ApplicationContextRunner mounted() {
		return unmounted().withPropertyValues("fusemount.mount-point=/srv/files");
	}

	private static Mount mount(AssertableApplicationContext context) {
		Mount mount = context.getBean(MountRegistry.class).find("default");
		assertThat(mount).isNotNull();
		return mount;
	}

	@Test
	void saysThatItHasUnmounted(CapturedOutput output) {
		mounted().run((context) -> assertThat(output).doesNotContain("Unmounted"));
		assertThat(output).containsOnlyOnce("Unmounted 'default' from /srv/files");
	}

	@Test
	void mountsWithTheStartAndUnmountsWithTheStop() {
		mounted().run((context) -> assertThat(mount(context).state()).isEqualTo(MountState.MOUNTED));
		assertThat(this.transport.events).containsExactly("mount", "unmount within PT20S");
	}

	/** Fails with what cannot be logged: its text needs a class that is not there. */
	private static final class FailingListener implements ApplicationListener<ContextClosedEvent> {

		@Override
		public void onApplicationEvent(ContextClosedEvent event) {
			throw new IllegalStateException() {

				@Override
				public String getMessage() {
					throw new NoClassDefFoundError("only in the old jar");
				}

			};
		}

	}

	@Test
	@Semantics("It does so even if other parts of the application fail during shutdown.")
	void unmountsThoughSpringGivesUpClosingTheContext() {
		mounted().withBean(FailingListener.class).run((context) -> {
			Thread closing = new Thread(context.getSourceApplicationContext()::close);
			AtomicReference<Throwable> uncaught = new AtomicReference<>();
			closing.setUncaughtExceptionHandler((thread, failure) -> uncaught.set(failure));
			closing.start();
			closing.join();
			assertThat(uncaught.get()).isInstanceOf(NoClassDefFoundError.class);
			assertThat(this.transport.events).containsExactly("mount", "unmount within PT20S");
		});
	}

	@Test
	void keepsTheJvmAliveAsLongAsTheApplicationHasAMount() throws InterruptedException {
		Set<Thread> others = keepAliveThreads();
		unmounted().run((context) -> assertThat(keepAliveThreads()).isEqualTo(others));
		Set<Thread> threads = new HashSet<>();
		mounted().run((context) -> threads.addAll(keepAliveThreads()));
		threads.removeAll(others);
		assertThat(threads).singleElement().returns(false, Thread::isDaemon);
		for (Thread thread : threads) {
			thread.join(60_000);
			assertThat(thread.isAlive()).isFalse();
		}
	}

	private static Set<Thread> keepAliveThreads() {
		return Thread.getAllStackTraces()
			.keySet()
			.stream()
			.filter((thread) -> thread.getName().equals(KeepAlive.THREAD_NAME))
			.collect(Collectors.toSet());
	}

	@Test
	void doesNothingIfDisabled() {
		mounted().withPropertyValues("fusemount.enabled=false")
			.run((context) -> assertThat(context).doesNotHaveBean(MountRegistry.class));
		assertThat(this.transport.events).isEmpty();
	}

	@Test
	void saysThatNothingIsMountedWithoutMountPoint(CapturedOutput output) {
		unmounted().run((context) -> assertThat(context).hasNotFailed());
		assertThat(this.transport.events).isEmpty();
		assertThat(output).containsOnlyOnce("Nothing is mounted: fusemount.mount-point is not set");
	}

	@Test
	void stopsTheApplicationIfTheMountFails() {
		this.transport.failure = new MountException(MountException.Reason.NO_LIBFUSE, "libfuse 2 was not found");
		mounted().run((context) -> assertThat(context).getFailure().hasRootCause(this.transport.failure));
	}

	@Test
	void runsWithoutTheMountIfItNeedNotBeThere(CapturedOutput output) {
		this.transport.failure = new MountException(MountException.Reason.NO_LIBFUSE, "libfuse 2 was not found");
		mounted().withPropertyValues("fusemount.fail-fast=false").run((context) -> {
			assertThat(mount(context).state()).isEqualTo(MountState.FAILED);
			assertThat(mount(context).failure()).isSameAs(this.transport.failure);
		});
		assertThat(output).contains("'default' is not mounted: libfuse 2 was not found");
	}

	@Test
	void unmountsIfTheApplicationFailsToStartAfterwards() {
		mounted().withBean(FailingServer.class).run((context) -> assertThat(context).hasFailed());
		assertThat(this.transport.events).containsExactly("mount", "unmount within PT20S");
	}

	@Test
	void theEndOfAChildContextCutsNoPatientUnmountShort() {
		mounted().run((context) -> {
			this.transport.whileUnmounting = () -> {
				try (GenericApplicationContext child = new GenericApplicationContext(context)) {
					child.refresh();
				}
			};
			mount(context).unmount(Duration.ofMinutes(10));
			assertThat(this.transport.events).containsExactly("mount", "unmount within PT10M");
		});
	}

	@Test
	void startsBetweenTheExecutorsAndTheWebServer() {
		assertThat(FuseMountLifecycle.PHASE).isBetween(Integer.MAX_VALUE / 2 + 1, Integer.MAX_VALUE - 2048 - 1);
	}

	@Test
	void canBeRestartedButIsNotPaused() {
		mounted().run((context) -> {
			ConfigurableApplicationContext application = context.getSourceApplicationContext();
			application.pause();
			assertThat(mount(context).state()).isEqualTo(MountState.MOUNTED);
			application.restart();
			application.stop();
			assertThat(mount(context).state()).isEqualTo(MountState.UNMOUNTED);
			application.start();
			assertThat(mount(context).state()).isEqualTo(MountState.MOUNTED);
		});
		assertThat(this.transport.events).hasSize(4);
	}

	@Test
	void passesThePropertiesOn() {
		mounted()
			.withPropertyValues("fusemount.name=files", "fusemount.read-only=true", "fusemount.allow-other=true",
					"fusemount.default-permissions=false", "fusemount.callers-checked=true",
					"fusemount.executor.max-workers=7", "fusemount.executor.readers=2", "fusemount.uid=1001",
					"fusemount.gid=1002", "fusemount.umask=077", "fusemount.shutdown-timeout=3s")
			.run((context) -> {
				assertThat(this.transport.options())
					.isEqualTo(new MountOptions("files", Path.of("/srv/files"), true, true, false, 7, 2));
				FileStatus root = this.transport.fileSystem().status(this.transport.fileSystem().resolve("/"));
				assertThat(root.uid()).isEqualTo(1001);
				assertThat(root.gid()).isEqualTo(1002);
				assertThat(root.permissions() & 077).isZero();
			});
		assertThat(this.transport.events).contains("unmount within PT3S");
	}

	@Test
	void knowsTheScratchNamesOfProgramsInWideUseByDefault() {
		mounted().run((context) -> assertThat(context.getBean(MountProperties.class).scratch().names())
			.isEqualTo(ScratchNames.DEFAULTS));
		mounted().withPropertyValues("fusemount.scratch.names=")
			.run((context) -> assertThat(context.getBean(MountProperties.class).scratch().names()).isEmpty());
		mounted().withPropertyValues("fusemount.scratch.names=*.bak,#*#")
			.run((context) -> assertThat(context.getBean(MountProperties.class).scratch().names())
				.containsExactly("*.bak", "#*#"));
	}

	@Test
	void ownsFilesAsTheProcessDoesByDefault() {
		mounted().run((context) -> {
			FileStatus root = this.transport.fileSystem().status(this.transport.fileSystem().resolve("/"));
			assertThat(root.uid()).isEqualTo(Files.getAttribute(this.spool, "unix:uid"));
			assertThat(root.gid()).isEqualTo(Files.getAttribute(this.spool, "unix:gid"));
		});
	}

	@Test
	void namesThePropertyThatIsInvalid() {
		assertInvalid("fusemount.executor.max-workers", "0");
		assertInvalid("fusemount.executor.readers", "33");
		assertInvalid("fusemount.umask", "18");
		assertInvalid("fusemount.umask", "0999");
		assertInvalid("fusemount.default-permissions", "false", "fusemount.allow-other=true");
		assertInvalid("fusemount.name", "a/b");
		assertInvalid("fusemount.uid", "-5");
		assertInvalid("fusemount.gid", "-1");
		assertInvalid("fusemount.shutdown-timeout", "0s");
		assertInvalid("fusemount.cache.time-to-live", "-1s");
	}

	private void assertInvalid(String property, String value, String... others) {
		mounted().withPropertyValues(property + "=" + value)
			.withPropertyValues(others)
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.isInstanceOfSatisfying(InvalidConfigurationPropertyValueException.class,
						(ex) -> assertThat(ex.getName()).isEqualTo(property)));
	}

	@Test
	void mountsBeansThatAreDirectories() {
		mounted().withBean(OneFileDirectory.class)
			.run((context) -> assertThat(this.transport.fileSystem().resolve("/reports/today/hello.txt").key())
				.isEqualTo(new OneFileDirectory.Hello().key()));
	}

	@Test
	void takesTheBeanNameForADirectoryWithoutPath() {
		mounted().withBean("minutes", NamelessDirectory.class)
			.run((context) -> assertThat(this.transport.fileSystem().resolve("/minutes/hello.txt")).isNotNull());
	}

	@Test
	void refusesTwoDirectoriesOfOnePath() {
		mounted().withBean("one", OneFileDirectory.class)
			.withBean("other", OneFileDirectory.class)
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.hasMessageContaining("Two directories have the path 'reports/today'"));
	}

	@Test
	void saysWhatIsMissingIfThereIsNoTransport() {
		new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(FuseMountAutoConfiguration.class))
			.withPropertyValues("fusemount.mount-point=/srv/files")
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.hasMessageContaining("add the dependency io.fusemount:fusemount-transport-linux"));
	}

	@Test
	void asksTheTranslatorsAndTellsTheListenersOfTheApplication() {
		List<String> told = new ArrayList<>();
		ErrnoTranslator translator = (failure) -> (failure instanceof UnsupportedOperationException)
				? new ErrnoException(Errno.EDQUOT, "No more") : null;
		OperationListener listener = new OperationListener() {

			@Override
			public void operationFailed(Operation operation, @Nullable Object subject, ErrnoException failure,
					long elapsedNanos) {
				told.add(operation + " " + subject + " " + failure.errno());
			}

		};
		mounted().withBean(ErrnoTranslator.class, () -> translator)
			.withBean(OperationListener.class, () -> listener)
			.run((context) -> assertThatExceptionOfType(ErrnoException.class)
				.isThrownBy(() -> this.transport.dispatcher().dispatch(Operation.WRITE, "/a", () -> {
					throw new UnsupportedOperationException();
				})));
		assertThat(told).containsExactly("WRITE /a EDQUOT");
	}

	@Test
	void looksAgainWhenAChangeFeedReportsAChange() {
		List<ChangeListener> subscribers = new ArrayList<>();
		mounted().withBean(OneFileDirectory.class)
			.withBean(ChangeFeed.class, () -> subscribers::add)
			.withPropertyValues("fusemount.cache.time-to-live=1h")
			.run((context) -> {
				OneFileDirectory directory = context.getBean(OneFileDirectory.class);
				this.transport.fileSystem().resolve("/reports/today/hello.txt");
				this.transport.fileSystem().resolve("/reports/today/hello.txt");
				assertThat(directory.lookups).isOne();
				subscribers.get(0).changed(NodeChange.of(new OneFileDirectory.Hello().key()));
				this.transport.fileSystem().resolve("/reports/today/hello.txt");
				assertThat(directory.lookups).isEqualTo(2);
				subscribers.get(0).missed();
				this.transport.fileSystem().resolve("/reports/today/hello.txt");
				assertThat(directory.lookups).isEqualTo(3);
			});
	}

	@Test
	void closesTheSpoolSoThatTheNextApplicationCanHaveIt() {
		mounted().run((context) -> assertThat(context).hasNotFailed());
		mounted().run((context) -> assertThat(context).hasNotFailed());
		assertThat(mountedTwiceAtOnce()).rootCause().hasMessageContaining("in use by another process or mount");
	}

	private Throwable mountedTwiceAtOnce() {
		List<Throwable> failures = new ArrayList<>();
		mounted().run((first) -> mounted().run((second) -> failures.add(second.getStartupFailure())));
		return failures.get(0);
	}

	@Test
	void waitsForTheShutdownTimeoutThatIsSet() {
		mounted().withPropertyValues("fusemount.shutdown-timeout=1m").run((context) -> {
		});
		assertThat(this.transport.events).contains("unmount within " + Duration.ofMinutes(1));
	}

	@FuseMount
	static class NamelessDirectory extends OneFileDirectory {

	}

	/**
	 * Starts after the mount and fails, as a web server does whose port is in use.
	 */
	static class FailingServer implements org.springframework.context.SmartLifecycle {

		@Override
		public void start() {
			throw new IllegalStateException("Port in use");
		}

		@Override
		public void stop() {
		}

		@Override
		public boolean isRunning() {
			return false;
		}

	}

}
