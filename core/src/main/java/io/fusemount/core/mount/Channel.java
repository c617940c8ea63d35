package io.fusemount.core.mount;

/**
 * The way by which the kernel's requests come.
 *
 * @param name the name, for people
 * @param remark why it is not a faster one, empty if there is nothing to be said
 */
public record Channel(String name, String remark) {

	/** The requests are read from the device, and answers are written to it. */
	public static final Channel DEVICE = new Channel("/dev/fuse", "");

	/** Requests and answers are in memory that is shared with the kernel. */
	public static final Channel IO_URING = new Channel("io_uring", "");

	/**
	 * Returns the channel with a remark.
	 */
	public Channel remark(String text) {
		return new Channel(this.name, text);
	}

	/**
	 * Whether it is this channel, whatever there is to be said.
	 */
	public boolean is(Channel other) {
		return this.name.equals(other.name);
	}

	@Override
	public String toString() {
		return this.remark.isEmpty() ? this.name : this.name + " (" + this.remark + ")";
	}

}
