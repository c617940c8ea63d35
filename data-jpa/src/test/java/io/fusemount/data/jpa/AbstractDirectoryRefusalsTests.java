package io.fusemount.data.jpa;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.limit.DatabasePermits;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.FileChanges;
import io.fusemount.core.node.RegularFile;
import io.fusemount.data.jpa.archive.Invoice;
import io.fusemount.data.jpa.archive.Payment;
import io.fusemount.data.jpa.archive.PaymentRepository;
import io.fusemount.data.jpa.mapping.DetectionStrategy;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What is refused, and with which errno.
 */
abstract class AbstractDirectoryRefusalsTests extends AbstractDirectoryTests {

	@Test
	void fileThatOthersReferToIsBusy() {
		Directory directory = directory("archive/invoices");
		RegularFile file = create(directory, "a", "x");
		RegularFile other = create(directory, "b", "y");
		Invoice invoice = invoices().findByNumber("a").orElseThrow();
		this.application.getBean(PaymentRepository.class).save(new Payment(invoice));
		assertThat(errno(() -> directory.delete(file))).isEqualTo(Errno.EBUSY);
		assertThat(errno(() -> directory.rename(file, new Name("b"), other))).isEqualTo(Errno.EBUSY);
		assertThat(read(find(directory, "a"))).isEqualTo("x");
		assertThat(read(find(directory, "b"))).isEqualTo("y");
	}

	@Test
	void validationRefusesWithPropertyAndMessage() {
		Directory directory = directory("archive/invoices");
		ErrnoException refusal = failure(() -> create(directory, "now!", ""));
		assertThat(refusal.errno()).isEqualTo(Errno.EINVAL);
		assertThat(refusal).hasMessageContaining("number must not shout");
		RegularFile file = create(directory, "a", "x");
		assertThat(errno(() -> directory.rename(file, new Name("a!"), null))).isEqualTo(Errno.EINVAL);
		assertThat(read(find(directory, "a"))).isEqualTo("x");
	}

	@Test
	void waitingForALockEndsWithTheTimeout() throws Exception {
		RegularFile file = create(directory("archive/invoices"), "a", "x");
		JpaSettings impatient = new JpaSettings(DetectionStrategy.ANNOTATED, false, PAGE_SIZE, Duration.ofSeconds(1),
				0);
		Directory directory = Objects.requireNonNull(
				new JpaDirectories(this.application.getBeanFactory(), impatient, new DatabasePermits(1, Duration.ZERO))
					.directories()
					.get("archive/invoices"));
		ExecutorService program = Executors.newSingleThreadExecutor();
		try {
			transaction().executeWithoutResult((status) -> {
				invoices().findByNumber("a").orElseThrow().setCustomer("ACME");
				invoices().flush();
				Future<RegularFile> answer = program.submit(() -> directory.rename(file, new Name("b"), null));
				assertThat(result(answer)).isIn(Errno.ETIMEDOUT, Errno.EAGAIN);
			});
		}
		finally {
			program.shutdownNow();
		}
	}

	@Test
	void readOnlyDirectoryRefusesChangesAndIsRead() {
		RegularFile file = create(directory("archive/invoices"), "a", "x");
		JpaSettings readOnly = new JpaSettings(DetectionStrategy.ANNOTATED, true, PAGE_SIZE, Duration.ofMinutes(1), 0);
		Directory directory = Objects.requireNonNull(
				new JpaDirectories(this.application.getBeanFactory(), readOnly, new DatabasePermits(1, Duration.ZERO))
					.directories()
					.get("archive/invoices"));
		assertThat(directory.canCreate()).isFalse();
		assertThat(directory.canDelete()).isFalse();
		assertThat(find(directory, "a").attributes().writable()).isFalse();
		assertThat(read(find(directory, "a"))).isEqualTo("x");
		assertThat(errno(() -> create(directory, "b", ""))).isEqualTo(Errno.EROFS);
		assertThat(errno(() -> find(directory, "a").update(new FileChanges(source("y"), null)))).isEqualTo(Errno.EROFS);
		assertThat(errno(() -> directory.rename(file, new Name("b"), null))).isEqualTo(Errno.EROFS);
		assertThat(errno(() -> directory.delete(file))).isEqualTo(Errno.EROFS);
	}

}
