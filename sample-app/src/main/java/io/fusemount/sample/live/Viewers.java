package io.fusemount.sample.live;

import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter.SseEventBuilder;

/**
 * The open pages, each with a stream of events for notifications of changes.
 */
final class Viewers {

	static final int MAX = 200;

	/**
	 * The lifetime of a stream, after which the page requests another one. It limits the
	 * amount sent on one stream to less than sockets buffer, so that a page that does not
	 * read holds nobody up.
	 */
	static final Duration LIFE = Duration.ofMinutes(10);

	private final Set<SseEmitter> streams = ConcurrentHashMap.newKeySet();

	boolean hasRoom() {
		return this.streams.size() < MAX;
	}

	int count() {
		return this.streams.size();
	}

	SseEmitter add() {
		SseEmitter stream = new SseEmitter(LIFE.toMillis());
		stream.onCompletion(() -> this.streams.remove(stream));
		this.streams.add(stream);
		// Sent immediately, so that the page knows that the stream works.
		send(stream, SseEmitter.event().comment("welcome"));
		return stream;
	}

	void changed() {
		this.streams.forEach((stream) -> send(stream, SseEmitter.event().data("changed")));
	}

	/**
	 * Sends a comment to detect closed pages, and because proxies keep connections that
	 * are in use.
	 */
	void keepAlive() {
		this.streams.forEach((stream) -> send(stream, SseEmitter.event().comment("still here")));
	}

	void end() {
		this.streams.forEach(SseEmitter::complete);
	}

	private void send(SseEmitter stream, SseEventBuilder event) {
		try {
			stream.send(event);
		}
		catch (IOException | IllegalStateException ex) {
			// The page was closed; the server ends its request.
			this.streams.remove(stream);
		}
	}

}
