package io.fusemount.conformance.architecture;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.GeneralCodingRules;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

/**
 * The permitted dependencies of the architecture. The rules are relative to a root
 * package, which allows a test to check them against a deliberately bad tree.
 */
public final class ArchitectureRules {

	/**
	 * Packages of the core that are public only for other packages of the core. Each may
	 * depend on those after it.
	 */
	private static final List<String> INSIDES = List.of("core.namespace", "core.save", "core.reading", "core.change",
			"core.tree", "core.inode", "core.revision", "core.service", "core.cache", "core.block", "core.spool",
			"core.unsaved", "core.channel");

	private final String root;

	/**
	 * Creates the rules for the tree below the given root package.
	 */
	public ArchitectureRules(String root) {
		this.root = root;
	}

	/**
	 * Returns all rules.
	 */
	public List<ArchRule> all() {
		Stream<ArchRule> arrows = Stream.of(packagesAreFreeOfCycles(), coreKnowsOnlyTheJdk(),
				transportDoesNotKnowData(), dataDoesNotKnowTransport(), nobodyKnowsTheAutoConfiguration(),
				releasedCodeDoesNotKnowTheKits(), onlyTheTransportIsNative(), onlyTheDataModuleKnowsPersistence(),
				onlyTheDataSideKnowsSpringData(), everyPackageIsNullMarked(), whatAMonitorGuardsSaysSo(),
				nothingIsPrinted(), insidesKnowWhatIsBelow(), reasonsAreWrittenForPeople());
		return Stream.concat(arrows, INSIDES.stream().map(this::onlyTheCoreKnows)).toList();
	}

	ArchRule packagesAreFreeOfCycles() {
		return SlicesRuleDefinition.slices()
			.matching(this.root + ".(**)")
			.should()
			.beFreeOfCycles()
			.as("packages should be free of cycles")
			.allowEmptyShould(true);
	}

	ArchRule coreKnowsOnlyTheJdk() {
		return classes().that()
			.resideInAnyPackage(below("core", "annotation"))
			.should()
			.onlyDependOnClassesThat()
			.resideInAnyPackage(with(below("core", "annotation"), "java..", "org.jspecify..",
					"com.google.errorprone.annotations.."))
			.as("the core should know only the JDK and what the build checks it by")
			.because("a filesystem is usable without Spring, a native library and a log framework")
			.allowEmptyShould(true);
	}

	private ArchRule onlyTheCoreKnows(String inside) {
		return neverOutside(below("core"), "know " + inside, below(inside));
	}

	ArchRule insidesKnowWhatIsBelow() {
		List<String> packages = INSIDES.stream().map((inside) -> this.root + "." + inside).toList();
		return classes().that()
			.resideInAnyPackage(below(INSIDES.toArray(String[]::new)))
			.should(new KnowWhatIsBelow(packages))
			.as("packages inside of the core should know only those below them")
			.allowEmptyShould(true);
	}

	ArchRule transportDoesNotKnowData() {
		return never(below("transport"), "know where files come from", below("data"));
	}

	ArchRule dataDoesNotKnowTransport() {
		return never(below("data"), "know how files reach programs", below("transport"));
	}

	ArchRule nobodyKnowsTheAutoConfiguration() {
		return neverOutside(below("autoconfigure", "sample", "bench"), "know the auto-configuration",
				below("autoconfigure"));
	}

	ArchRule releasedCodeDoesNotKnowTheKits() {
		return neverOutside(below("conformance", "bench"), "know the conformance kits or a test library",
				with(below("conformance"), "org.junit..", "org.assertj..", "com.tngtech.archunit.."));
	}

	ArchRule onlyTheTransportIsNative() {
		return neverOutside(below("transport", "bench"), "know native types", "jnr..", "ru.serce..");
	}

	ArchRule onlyTheDataModuleKnowsPersistence() {
		return neverOutside(below("data", "sample", "bench"), "know JPA or Hibernate", "jakarta.persistence..",
				"org.hibernate..");
	}

	ArchRule onlyTheDataSideKnowsSpringData() {
		return neverOutside(below("data", "autoconfigure.data", "sample", "bench"), "know Spring Data",
				"org.springframework.data..");
	}

	ArchRule everyPackageIsNullMarked() {
		return classes().that(belongToTheTree())
			.and()
			.resideOutsideOfPackage("..jmh_generated..")
			.should(new BeInNullMarkedPackage())
			.as("every package should have a package-info with @NullMarked")
			.allowEmptyShould(true);
	}

	ArchRule whatAMonitorGuardsSaysSo() {
		return fields().that()
			.areDeclaredInClassesThat(belongToTheTree().and(haveSynchronizedMethods()))
			.and()
			.areDeclaredInClassesThat()
			.resideOutsideOfPackages(below("conformance", "bench"))
			.should(new SayWhatGuardsThem())
			.as("fields beside synchronized methods should say what guards them")
			.allowEmptyShould(true);
	}

	ArchRule nothingIsPrinted() {
		return noClasses().that(belongToTheTree())
			.and()
			.resideOutsideOfPackages(below("bench"))
			.should(GeneralCodingRules.ACCESS_STANDARD_STREAMS)
			.as("no released class should print to a standard stream")
			.because("diagnostics leave through listeners and the log")
			.allowEmptyShould(true);
	}

	ArchRule reasonsAreWrittenForPeople() {
		String reason = this.root + ".core.errno.ErrnoException";
		return noClasses().that(belongToTheTree())
			.and()
			.resideOutsideOfPackages(below("conformance", "sample", "bench"))
			.and(createReasons(reason))
			.should(new ReadMessagesOfOthers(reason))
			.as("what gives reasons to users should not read the messages of exceptions")
			.because("those name classes and statements, and are for the log")
			.allowEmptyShould(true);
	}

	private ArchRule never(String[] origin, String doWhat, String... target) {
		return noClasses().that()
			.resideInAnyPackage(origin)
			.should()
			.dependOnClassesThat()
			.resideInAnyPackage(target)
			.as("no class of " + String.join(", ", origin) + " should " + doWhat)
			.allowEmptyShould(true);
	}

	private ArchRule neverOutside(String[] exempt, String doWhat, String... target) {
		return noClasses().that(belongToTheTree())
			.and()
			.resideOutsideOfPackages(exempt)
			.should()
			.dependOnClassesThat()
			.resideInAnyPackage(target)
			.as("no class outside of " + String.join(", ", exempt) + " should " + doWhat)
			.allowEmptyShould(true);
	}

	private DescribedPredicate<JavaClass> belongToTheTree() {
		return JavaClass.Predicates.resideInAPackage(this.root + "..");
	}

	private static DescribedPredicate<JavaClass> createReasons(String reason) {
		return DescribedPredicate.describe("create reasons",
				(type) -> type.getConstructorCallsFromSelf()
					.stream()
					.anyMatch((call) -> call.getTargetOwner().getName().equals(reason)));
	}

	private static DescribedPredicate<JavaClass> haveSynchronizedMethods() {
		return DescribedPredicate.describe("have synchronized methods",
				(type) -> type.getMethods()
					.stream()
					.anyMatch((method) -> method.getModifiers().contains(JavaModifier.SYNCHRONIZED)));
	}

	private String[] below(String... names) {
		return Arrays.stream(names).map((name) -> this.root + "." + name + "..").toArray(String[]::new);
	}

	private static String[] with(String[] packages, String... others) {
		String[] all = Arrays.copyOf(packages, packages.length + others.length);
		System.arraycopy(others, 0, all, packages.length, others.length);
		return all;
	}

}
