package io.fusemount.sample;

import org.springframework.beans.factory.DisposableBean;
import org.springframework.context.ApplicationListener;
import org.springframework.context.annotation.Profile;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.stereotype.Component;

/**
 * A part of an application that fails at its end.
 */
@Component
@Profile("failing-end")
class FailingEnd implements ApplicationListener<ContextClosedEvent>, DisposableBean {

	@Override
	public void onApplicationEvent(ContextClosedEvent event) {
		throw new IllegalStateException("Fails when the context is closed");
	}

	@Override
	public void destroy() {
		throw new IllegalStateException("Fails when it is destroyed");
	}

}
