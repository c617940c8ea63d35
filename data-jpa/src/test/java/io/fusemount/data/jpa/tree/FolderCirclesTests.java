package io.fusemount.data.jpa.tree;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.fusemount.conformance.semantics.Semantics;
import io.fusemount.core.limit.DatabasePermits;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.Directory;
import io.fusemount.data.jpa.JpaDirectories;
import io.fusemount.data.jpa.JpaSettings;
import io.fusemount.data.jpa.cabinet.CabinetApplication;
import io.fusemount.data.jpa.cabinet.Folder;
import io.fusemount.data.jpa.cabinet.FolderRepository;
import io.fusemount.data.jpa.mapping.DetectionStrategy;
import io.fusemount.data.jpa.support.TestDatabase;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Rows that are directories in each other.
 */
class FolderCirclesTests {

	@Test
	void circlesAreFoundWhereverOneBegins() {
		assertThat(FolderCircles.find(Map.of("1", "2", "2", "3", "3", "4"))).isEmpty();
		assertThat(FolderCircles.find(Map.of("1", "1"))).containsExactly(List.of("1"));
		List<List<String>> circles = FolderCircles
			.find(Map.of("1", "2", "2", "3", "3", "2", "4", "1", "5", "9", "6", "7", "7", "6"));
		assertThat(circles).hasSize(2);
		assertThat(circles).anySatisfy((circle) -> assertThat(circle).containsExactlyInAnyOrder("2", "3"));
		assertThat(circles).anySatisfy((circle) -> assertThat(circle).containsExactlyInAnyOrder("6", "7"));
	}

	@Test
	@Semantics("Rows that are directories in each other appear nowhere: nothing hangs, and the log names them at "
			+ "startup.")
	void whatTheApplicationHasMadeIsSaid() {
		ListAppender<ILoggingEvent> log = new ListAppender<>();
		log.start();
		Logger logger = (Logger) LoggerFactory.getLogger("io.fusemount.data.jpa.tree.FolderCircles");
		logger.addAppender(log);
		try (ConfigurableApplicationContext application = TestDatabase.start("jdbc:h2:mem:circles;DB_CLOSE_DELAY=-1",
				CabinetApplication.class)) {
			FolderRepository folders = application.getBean(FolderRepository.class);
			Folder one = folders.save(new Folder("one", null));
			Folder two = folders.save(new Folder("two", one));
			folders.save(new Folder("other", null));
			one.place("one", two);
			folders.save(one);
			Directory files = Objects.requireNonNull(new JpaDirectories(application.getBeanFactory(),
					new JpaSettings(DetectionStrategy.ANNOTATED, false, 10, Duration.ofMinutes(1), 0),
					new DatabasePermits(2, Duration.ofSeconds(10)))
				.directories()
				.get("files"));
			assertThat(log.list).extracting(ILoggingEvent::getFormattedMessage)
				.containsExactly("Rows of Folder are in each other by parent, so that 'files' shows neither them "
						+ "nor what is in them: " + one.getId() + " in " + two.getId() + " in " + one.getId()
						+ ". Give one of them another parent, or none");
			assertThat(files.list(null).entries()).extracting((entry) -> entry.name().value()).containsExactly("other");
			assertThat(files.find(new Name("one"))).isNull();
		}
		finally {
			logger.detachAppender(log);
		}
	}

}
