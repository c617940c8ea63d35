package io.fusemount.transport.linux.request;

import java.nio.ByteBuffer;

import io.fusemount.transport.device.message.AnswerBuffer;
import io.fusemount.transport.linux.message.RequestBuffer;
import io.fusemount.transport.linux.notice.NoticeBuffer;

/**
 * The buffers of one thread for its communication with the kernel.
 *
 * @param request the request in progress
 * @param answer its answer
 * @param notice the notice sent before the answer
 */
public record Exchange(RequestBuffer request, AnswerBuffer answer, NoticeBuffer notice) {

	/**
	 * Allocates the buffers.
	 * @param requestSize the size of the largest request in bytes
	 * @param answerSize the size of the largest answer in bytes
	 */
	public static Exchange create(int requestSize, int answerSize) {
		return new Exchange(new RequestBuffer(requestSize), new AnswerBuffer(answerSize), new NoticeBuffer());
	}

	/**
	 * Creates buffers for a process that another one follows if it is killed.
	 * @param requestMemory memory for the largest request, which is not freed
	 * @param answerSize the size of the largest answer in bytes
	 */
	static Exchange create(ByteBuffer requestMemory, int answerSize) {
		return new Exchange(new RequestBuffer(requestMemory), new AnswerBuffer(answerSize, true), new NoticeBuffer());
	}

	/**
	 * Frees the memory.
	 */
	public void free() {
		this.request.free();
		this.answer.free();
	}

}
