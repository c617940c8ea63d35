package io.fusemount.autoconfigure.mounted;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

import io.fusemount.conformance.programs.ObservedRows;
import org.jspecify.annotations.Nullable;

import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * The rows of an application.
 */
final class StoredRows implements ObservedRows {

	private final StoredFileRepository repository;

	private final TransactionTemplate transaction;

	private final Recorder recorder;

	StoredRows(ConfigurableApplicationContext application) {
		this.repository = application.getBean(StoredFileRepository.class);
		this.transaction = application.getBean(TransactionTemplate.class);
		this.transaction.setReadOnly(true);
		this.recorder = application.getBean(Recorder.class);
	}

	@Override
	public @Nullable Object id(String name) {
		return of(name, (file) -> file.id);
	}

	@Override
	public byte @Nullable [] content(String name) {
		return of(name, StoredFile::bytes);
	}

	private <T> @Nullable T of(String name, Function<StoredFile, @Nullable T> getter) {
		Optional<T> value = this.transaction
			.execute((status) -> Optional.ofNullable(this.repository.findByName(name)).map(getter));
		return value.orElse(null);
	}

	@Override
	public List<String> names() {
		return this.repository.names();
	}

	@Override
	public Set<String> stored() {
		return this.recorder.names();
	}

	@Override
	public long commits() {
		return this.recorder.commits();
	}

	@Override
	public void forget() {
		this.recorder.forget();
	}

}
