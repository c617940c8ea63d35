package io.fusemount.autoconfigure.properties;

/**
 * Whether the kernel itself reads content from the local disk.
 */
public enum PassthroughChoice {

	/** Where the kernel can, the process may, and programs cannot change the content. */
	AUTO,

	/** Never: the kernel requests all content. */
	OFF

}
