package io.fusemount.core.node;

import java.util.HashSet;
import java.util.Set;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class NodeKeyTests {

	@Test
	void theInodeNumberIsTheSameOnEveryStart() {
		// The value is part of the contract: backups and NFS clients remember it.
		assertThat(new NodeKey("Invoice", "1").inode()).isEqualTo(2_656_654_300_478_244_567L);
	}

	@Test
	void aMillionKeysHaveAMillionInodeNumbers() {
		Set<Long> inodes = new HashSet<>();
		for (int i = 0; i < 500_000; i++) {
			inodes.add(new NodeKey("Invoice", String.valueOf(i)).inode());
			inodes.add(new NodeKey("Document", String.valueOf(i)).inode());
		}
		assertThat(inodes).hasSize(1_000_000).allSatisfy((inode) -> assertThat(inode).isGreaterThan(1));
	}

}
