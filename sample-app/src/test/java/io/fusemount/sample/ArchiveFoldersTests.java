package io.fusemount.sample;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

import com.jayway.jsonpath.JsonPath;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Folders of documents, and what belongs to a customer, by HTTP.
 */
@TestInstance(Lifecycle.PER_CLASS)
class ArchiveFoldersTests {

	@TempDir
	static Path directory;

	private RunningArchive archive;

	@BeforeAll
	void start() {
		this.archive = RunningArchive.start(directory, "--fusemount.enabled=false");
	}

	@AfterAll
	void stop() {
		this.archive.close();
	}

	@Test
	void aDocumentIsUploadedToAFolderWhereItsNameIsFreeAndMovesToTheTop() {
		int folder = folder("Minutes", null);
		upload("documents", "minutes.txt", HttpStatus.CREATED);
		String there = upload("documents?folder=" + folder, "minutes.txt", HttpStatus.CREATED);
		assertThat(JsonPath.<Integer>read(there, "$.folder")).isEqualTo(folder);
		assertThat(upload("documents?folder=" + folder, "minutes.txt", HttpStatus.CONFLICT))
			.contains("There is a file 'minutes.txt' already");
		int other = folder("Older", folder);
		String document = "/api/documents/" + JsonPath.read(there, "$.id");
		assertThat(post(document + "/move?folder=" + other, HttpStatus.OK)).contains("\"folder\":" + other);
		assertThat(post(document + "/move", HttpStatus.CONFLICT)).contains("There is a file 'minutes.txt' already");
		this.archive.send(HttpMethod.DELETE, "/api/documents/" + topDocument("minutes.txt"));
		assertThat(post(document + "/move", HttpStatus.OK)).contains("\"folder\":null");
		assertThat(post(document + "/move", HttpStatus.OK)).contains("\"folder\":null");
		assertThat(post(document + "/move?folder=999999", HttpStatus.NOT_FOUND)).contains("There is no folder 999999");
	}

	@Test
	void aFolderIsRenamedAndMovedButNotIntoItself() {
		int one = folder("One", null);
		int two = folder("Two", one);
		assertThat(put(one, "Uno", null, HttpStatus.OK)).contains("\"name\":\"Uno\"", "\"parent\":null");
		assertThat(put(one, "Uno", two, HttpStatus.BAD_REQUEST)).contains("'Uno' cannot be moved into itself");
		assertThat(put(one, "Uno", one, HttpStatus.BAD_REQUEST)).contains("'Uno' cannot be moved into itself");
		assertThat(put(two, "Due", null, HttpStatus.OK)).contains("\"name\":\"Due\"", "\"parent\":null");
		assertThat(put(two, "Uno", null, HttpStatus.CONFLICT)).contains("There is a folder 'Uno' already");
		assertThat(put(two, "Meeting notes.md", null, HttpStatus.CONFLICT))
			.contains("There is a file 'Meeting notes.md' already");
		assertThat(put(999999, "Uno", null, HttpStatus.NOT_FOUND)).contains("There is no folder 999999");
	}

	@Test
	void aFolderTakesNoNameThatIsTakenOrNone() {
		folder("Taken", null);
		assertThat(create("{\"name\": \"Taken\"}", HttpStatus.CONFLICT)).contains("There is a folder 'Taken' already");
		assertThat(upload("documents", "Taken", HttpStatus.CONFLICT)).contains("There is a folder 'Taken' already");
		assertThat(create("{\"name\": \" \"}", HttpStatus.BAD_REQUEST)).contains("name must not be blank");
		assertThat(create("{\"name\": \"a\\nb\"}", HttpStatus.BAD_REQUEST))
			.contains("name must not have control characters");
		assertThat(create("{}", HttpStatus.BAD_REQUEST)).contains("A folder needs a 'name'");
	}

	@Test
	void onlyAnEmptyFolderIsDeleted() {
		int outer = folder("Outer", null);
		int inner = folder("Inner", outer);
		String document = upload("documents?folder=" + inner, "inside.txt", HttpStatus.CREATED);
		assertThat(delete("/api/folders/" + outer)).isEqualTo(HttpStatus.CONFLICT);
		assertThat(delete("/api/folders/" + inner)).isEqualTo(HttpStatus.CONFLICT);
		assertThat(delete("/api/documents/" + JsonPath.read(document, "$.id"))).isEqualTo(HttpStatus.NO_CONTENT);
		assertThat(delete("/api/folders/" + inner)).isEqualTo(HttpStatus.NO_CONTENT);
		assertThat(delete("/api/folders/" + outer)).isEqualTo(HttpStatus.NO_CONTENT);
		assertThat(delete("/api/folders/" + outer)).isEqualTo(HttpStatus.NOT_FOUND);
	}

	@Test
	void aLetterBelongsToACustomerAndItsNameToHim() {
		Object bakery = this.archive.item("customers", "Bäckerei Müller").get("id");
		Object cafe = this.archive.item("customers", "Café Zürich").get("id");
		String letter = upload("letters?customer=" + bakery, "greeting.txt", HttpStatus.CREATED);
		upload("letters?customer=" + cafe, "greeting.txt", HttpStatus.CREATED);
		assertThat(upload("letters?customer=" + bakery, "greeting.txt", HttpStatus.CONFLICT))
			.contains("There is a file 'greeting.txt' already");
		assertThat(upload("letters?customer=999999", "greeting.txt", HttpStatus.NOT_FOUND))
			.contains("There is no customer 999999");
		upload("letters", "greeting.txt", HttpStatus.BAD_REQUEST);
		assertThat(this.archive.item("customers", "Bäckerei Müller")).containsEntry("invoices", 2)
			.containsEntry("letters", 2);
		String path = "/api/letters/" + JsonPath.read(letter, "$.id");
		assertThat(this.archive.get(path + "/content").getBody()).asString().isEqualTo("text");
		assertThat(delete(path)).isEqualTo(HttpStatus.NO_CONTENT);
		assertThat(this.archive.get(path).getStatusCode()).isEqualTo(HttpStatus.NOT_FOUND);
	}

	private int folder(String name, @Nullable Integer parent) {
		return JsonPath.read(create("{\"name\": \"" + name + "\", \"parent\": " + parent + "}", HttpStatus.CREATED),
				"$.id");
	}

	private String create(String json, HttpStatus status) {
		return text(this.archive.post("/api/folders", json), status);
	}

	private String put(int folder, String name, @Nullable Integer parent, HttpStatus status) {
		return text(this.archive.send(HttpMethod.PUT, "/api/folders/" + folder,
				"{\"name\": \"" + name + "\", \"parent\": " + parent + "}"), status);
	}

	private String post(String path, HttpStatus status) {
		return text(this.archive.post(path, ""), status);
	}

	private static String text(ResponseEntity<byte[]> response, HttpStatus status) {
		byte[] body = response.getBody();
		String text = (body != null) ? new String(body, StandardCharsets.UTF_8) : "";
		assertThat(response.getStatusCode()).as(text).isEqualTo(status);
		return text;
	}

	private String upload(String collection, String name, HttpStatus status) {
		ResponseEntity<String> response = this.archive.upload(collection, name,
				"text".getBytes(StandardCharsets.UTF_8));
		assertThat(response.getStatusCode()).as(response.getBody()).isEqualTo(status);
		return String.valueOf(response.getBody());
	}

	private @Nullable Object topDocument(String name) {
		return this.archive.items("documents")
			.stream()
			.filter((item) -> name.equals(item.get("name")) && item.get("folder") == null)
			.findFirst()
			.orElseThrow()
			.get("id");
	}

	private Object delete(String path) {
		return this.archive.send(HttpMethod.DELETE, path).getStatusCode();
	}

}
