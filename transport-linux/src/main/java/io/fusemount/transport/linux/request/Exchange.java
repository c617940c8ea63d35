package io.fusemount.transport.linux.request;

import io.fusemount.transport.device.message.AnswerBuffer;
import io.fusemount.transport.linux.message.RequestBuffer;
import io.fusemount.transport.linux.notice.NoticeBuffer;

/**
 * What one thread has from the kernel, and has for it.
 *
 * @param request the request that it serves
 * @param answer what it answers
 * @param notice what it tells the kernel before it answers
 */
public record Exchange(RequestBuffer request, AnswerBuffer answer, NoticeBuffer notice) {

	/**
	 * Allocates memory.
	 * @param requestSize the size of the largest request in bytes
	 * @param answerSize the size of the largest answer in bytes
	 */
	public static Exchange create(int requestSize, int answerSize) {
		return new Exchange(new RequestBuffer(requestSize), new AnswerBuffer(answerSize), new NoticeBuffer());
	}

	/**
	 * Gives the memory back.
	 */
	public void free() {
		this.request.free();
		this.answer.free();
	}

}
