package io.fusemount.sample;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import io.fusemount.conformance.shell.Shell;
import org.jspecify.annotations.Nullable;
import org.openqa.selenium.By;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.support.ui.ExpectedConditions;
import org.openqa.selenium.support.ui.WebDriverWait;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * A Chromium without a window, logged in to the archive.
 */
final class Browser implements AutoCloseable {

	private static final Duration PATIENCE = Duration.ofSeconds(30);

	private final ChromeDriver driver;

	private final String address;

	private Browser(RunningArchive archive, Path workspace) {
		ChromeOptions options = new ChromeOptions();
		options.setBinary(program("chromium").toFile());
		// As root, and in containers with a small /dev/shm.
		options.addArguments("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu",
				"--user-data-dir=" + workspace.resolve("chromium"), "--window-size=1000,700");
		options.setExperimentalOption("prefs", Map.of("download.default_directory", workspace.toString()));
		this.driver = new ChromeDriver(
				new ChromeDriverService.Builder().usingDriverExecutable(program("chromedriver").toFile()).build(),
				options);
		this.address = "http://localhost:" + archive.port();
		// Remembered by the browser as if typed in.
		this.driver.get(this.address.replace("//", "//archive:" + archive.password() + "@"));
	}

	/**
	 * Starts a browser, or skips the test.
	 * @param workspace the directory of the browser's own files and its downloads
	 */
	static Browser start(RunningArchive archive, Path workspace) {
		assumeTrue(Shell.has("chromium") && Shell.has("chromedriver"),
				"chromium is not installed (apt-get install chromium chromium-driver)");
		return new Browser(archive, workspace);
	}

	private static Path program(String name) {
		return Path.of(Shell.in(Path.of(".")).check("command -v " + name).strip());
	}

	/** Opens a page, and waits until it receives changes. */
	void open(String path) {
		this.driver.get(this.address + path);
		await().atMost(PATIENCE).until(() -> "Live".equals(text("#live")));
	}

	String path() {
		return Objects.requireNonNull(this.driver.getCurrentUrl()).substring(this.address.length());
	}

	String title() {
		return Objects.requireNonNull(this.driver.getTitle());
	}

	WebElement find(String css) {
		return await().atMost(PATIENCE)
			.ignoreExceptions()
			.until(() -> this.driver.findElement(By.cssSelector(css)), WebElement::isEnabled);
	}

	/**
	 * Evaluated in a single step, because the page may replace its elements between two.
	 */
	String text(String css) {
		return await().atMost(PATIENCE)
			.until(() -> String.valueOf(run("return document.querySelector(arguments[0])?.innerText ?? ''", css))
				.replaceAll("[\\t ]+", " ")
				.strip(), (text) -> !text.isEmpty());
	}

	/** The names in the list, at one moment. */
	List<String> names() {
		List<?> names = (List<?>) run(
				"return [...document.querySelectorAll('#listing tbody a')].map((link) => link.textContent)");
		return Objects.requireNonNull(names).stream().map(String::valueOf).toList();
	}

	void awaitName(String name) {
		await().atMost(PATIENCE).untilAsserted(() -> assertThat(names()).contains(name));
	}

	void awaitNoName(String name) {
		await().atMost(PATIENCE).untilAsserted(() -> assertThat(names()).doesNotContain(name));
	}

	void click(String name) {
		await().atMost(PATIENCE).ignoreExceptions().until(() -> {
			this.driver.findElement(By.linkText(name)).click();
			return true;
		});
	}

	/** Requests a deletion, and returns the text of the browser's confirmation. */
	String delete(String name) {
		await().atMost(PATIENCE)
			.until(() -> Boolean.TRUE.equals(run("const button = [...document.querySelectorAll('#listing button')]"
					+ ".find((b) => b.ariaLabel === arguments[0]); button && setTimeout(() => button.click());"
					+ " return !!button", "Delete " + name)));
		return Objects
			.requireNonNull(new WebDriverWait(this.driver, PATIENCE).until(ExpectedConditions.alertIsPresent()))
			.getText();
	}

	void confirm() {
		this.driver.switchTo().alert().accept();
	}

	void upload(Path file) {
		find("#upload input").sendKeys(file.toString());
		find("#upload button").click();
	}

	@Nullable Object run(String script, Object... arguments) {
		return this.driver.executeScript(script, arguments);
	}

	void resize(int width, int height) {
		this.driver.manage().window().setSize(new Dimension(width, height));
	}

	void picture(Path file) throws IOException {
		Files.write(file, this.driver.getScreenshotAs(OutputType.BYTES));
	}

	@Override
	public void close() {
		this.driver.quit();
	}

}
