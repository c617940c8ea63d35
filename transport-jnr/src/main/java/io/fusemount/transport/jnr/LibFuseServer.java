package io.fusemount.transport.jnr;

import java.nio.ByteBuffer;

import io.fusemount.core.errno.Errno;
import io.fusemount.transport.device.message.AnswerBuffer;
import io.fusemount.transport.device.worker.RequestServer;
import io.fusemount.transport.device.worker.RequestThread;
import io.fusemount.transport.jnr.callback.FuseCallbacks;
import io.fusemount.transport.jnr.callback.Request;
import io.fusemount.transport.jnr.libfuse.FuseSession;

/**
 * Serves requests through libfuse.
 */
final class LibFuseServer implements RequestServer {

	/** Referenced as long as libfuse may call it. */
	private final FuseCallbacks callbacks;

	private final FuseSession session;

	LibFuseServer(FuseCallbacks callbacks, FuseSession session) {
		this.callbacks = callbacks;
		this.session = session;
	}

	@Override
	public RequestThread open() {
		return new Thread(new Request(this.session.bufferSize()));
	}

	@Override
	public void close() {
		this.session.destroy();
		this.callbacks.close();
	}

	@Override
	public void releaseHandles() {
		this.callbacks.releaseHandles();
	}

	private final class Thread implements RequestThread {

		private final Request request;

		Thread(Request request) {
			this.request = request;
		}

		@Override
		public int receive() {
			return LibFuseServer.this.session.receive(this.request.address());
		}

		@Override
		public void serve(int length) {
			this.request.arrived();
			try {
				LibFuseServer.this.callbacks.serve(this.request, length, LibFuseServer.this.session);
			}
			finally {
				this.request.answered();
			}
		}

		@Override
		public ByteBuffer request() {
			return this.request.bytes();
		}

		/** The kernel refuses the answer of libfuse, which comes later. */
		@Override
		public void answer(long number, Errno errno) {
			AnswerBuffer answer = new AnswerBuffer(0);
			try {
				answer.begin();
				LibFuseServer.this.session.answer(answer, number, -errno.code());
			}
			finally {
				answer.free();
			}
		}

		@Override
		public void close() {
			this.request.unbind();
		}

	}

}
