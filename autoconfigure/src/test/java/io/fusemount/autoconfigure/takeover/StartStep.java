package io.fusemount.autoconfigure.takeover;

import org.springframework.context.SmartLifecycle;

/**
 * Work that an application does at the end of its start, as a web server would begin to
 * listen.
 *
 * @param work the work
 */
record StartStep(Runnable work) implements SmartLifecycle {

	@Override
	public void start() {
		this.work.run();
	}

	@Override
	public void stop() {
	}

	@Override
	public boolean isRunning() {
		return false;
	}

}
