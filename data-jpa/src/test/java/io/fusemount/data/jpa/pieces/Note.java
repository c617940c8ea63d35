package io.fusemount.data.jpa.pieces;

import java.util.Map;

import io.fusemount.annotation.FileContent;
import jakarta.persistence.Column;
import jakarta.persistence.ElementCollection;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.MapKeyColumn;
import jakarta.persistence.Version;
import org.hibernate.annotations.SQLDelete;

/** A file in pieces whose row stays when it is deleted. */
@Entity
@SQLDelete(sql = "update note set gone = true where id = ? and version = ?")
public class Note {

	@Id
	@GeneratedValue
	Long id;

	String name;

	long size;

	boolean gone;

	@Version
	int version;

	@FileContent
	@ElementCollection
	@MapKeyColumn(name = "number")
	@Column(name = "bytes", length = 256 * 1024)
	Map<Integer, byte[]> content;

}
