package io.fusemount.sample.live;

import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter.SseEventBuilder;

/**
 * The pages that are open, each with a stream of events on which it is told of changes.
 */
final class Viewers {

	static final int MAX = 200;

	/**
	 * After which a page asks for another stream. It bounds what is sent on one: less
	 * than what sockets buffer, so a page that does not read keeps nobody waiting.
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
		// Sent at once, so that the page knows that it is heard.
		send(stream, SseEmitter.event().comment("welcome"));
		return stream;
	}

	void changed() {
		this.streams.forEach((stream) -> send(stream, SseEmitter.event().data("changed")));
	}

	/**
	 * What is sent shows whether somebody is there yet, and proxies keep what is in use.
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
			// The page is closed; its request is ended by the server.
			this.streams.remove(stream);
		}
	}

}
