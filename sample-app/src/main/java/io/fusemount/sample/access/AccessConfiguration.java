package io.fusemount.sample.access;

import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.stream.Stream;

import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.security.autoconfigure.SecurityProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetails;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.firewall.HttpFirewall;
import org.springframework.security.web.firewall.RequestRejectedHandler;
import org.springframework.security.web.firewall.StrictHttpFirewall;
import org.springframework.security.web.servlet.util.matcher.PathPatternRequestMatcher;
import org.springframework.security.web.util.matcher.RequestMatcher;
import org.springframework.security.web.util.matcher.RequestMatchers;
import org.springframework.util.Assert;
import org.springframework.web.cors.CorsConfiguration;

/**
 * Requires a login, by HTTP basic authentication, for everything except the health of the
 * mount. Which rows a user sees is a matter of the repositories. Nothing is served to
 * pages of other origins, or under other host names.
 */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(Logins.class)
class AccessConfiguration {

	/** The state of the mount for monitors of a container without a login: UP or DOWN. */
	private static final String MOUNTED = "/actuator/health/mounted";

	/**
	 * Whatever gets into a page, it runs and loads only content of the archive itself.
	 */
	private static final String OWN_CONTENT_ONLY = "default-src 'none'; script-src 'self'; style-src 'self'; "
			+ "img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

	private static final Set<String> OWN_SITES = Set.of("same-origin", "none");

	private static final Set<String> SAFE_METHODS = Set.of("GET", "HEAD", "OPTIONS");

	@Bean
	UserDetailsService users(SecurityProperties properties, Logins logins) {
		InMemoryUserDetailsManager users = new InMemoryUserDetailsManager();
		SecurityProperties.User owner = properties.getUser();
		Assert.state(!logins.logins().containsKey(owner.getName()),
				() -> "'%s' is the name of a login already: choose another ARCHIVE_USER".formatted(owner.getName()));
		users.createUser(user(owner.getName(), owner.getPassword(), Role.CLERK));
		logins.logins().forEach((name, login) -> users.createUser(user(name, login.password(), login.role())));
		return users;
	}

	private static UserDetails user(String name, String password, Role role) {
		return User.withUsername(name).password(password).roles(role.name()).build();
	}

	@Bean
	SecurityFilterChain accessRules(HttpSecurity http) {
		return http
			.authorizeHttpRequests((requests) -> requests.requestMatchers(AccessConfiguration::isFailed)
				.permitAll()
				.requestMatchers(HttpMethod.GET, MOUNTED)
				.permitAll()
				.requestMatchers(isChangeByAnotherSite())
				.denyAll()
				.requestMatchers("/actuator/**")
				.hasRole(Role.CLERK.name())
				.requestMatchers(isChange("/customers/*/correspondence/**", "/api/letters/**"))
				.hasAnyRole(Role.CLERK.name(), Role.CUSTOMER.name())
				.requestMatchers(isChange("/**"))
				.hasRole(Role.CLERK.name())
				.requestMatchers("/documents/**", "/api/documents/**", "/api/folders/**")
				.hasAnyRole(Role.CLERK.name(), Role.AUDITOR.name())
				.anyRequest()
				.authenticated())
			.httpBasic(Customizer.withDefaults())
			.sessionManagement((sessions) -> sessions.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
			// A browser sends the login with the requests of any page that it shows,
			// together with the origin of the page: only the archive's own origin is
			// allowed. So curl and scripts need no token.
			.cors((cors) -> cors.configurationSource((request) -> new CorsConfiguration()))
			.csrf(AbstractHttpConfigurer::disable)
			.headers((headers) -> headers.contentSecurityPolicy((policy) -> policy.policyDirectives(OWN_CONTENT_ONLY)))
			.build();
	}

	/**
	 * By the attribute, because pages ask for rights with a request that has no type of
	 * dispatch.
	 */
	private static boolean isFailed(HttpServletRequest request) {
		return request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE) != null;
	}

	private static RequestMatcher isChange(String... paths) {
		PathPatternRequestMatcher.Builder path = PathPatternRequestMatcher.withDefaults();
		RequestMatcher matcher = RequestMatchers
			.anyOf(Stream.of(paths).map(path::matcher).toArray(RequestMatcher[]::new));
		return (request) -> !SAFE_METHODS.contains(request.getMethod()) && matcher.matches(request);
	}

	/**
	 * A browser says of each request where the page is that sends it, also where it says
	 * no origin. {@code none} is the address bar; another port is another site here.
	 */
	private static RequestMatcher isChangeByAnotherSite() {
		return (request) -> {
			String site = request.getHeader("Sec-Fetch-Site");
			return site != null && !OWN_SITES.contains(site) && !SAFE_METHODS.contains(request.getMethod());
		};
	}

	/**
	 * A page whose name points to this machine (DNS rebinding) has the archive's address
	 * but not its host name.
	 */
	@Bean
	HttpFirewall ownNamesOnly(@Value("${archive.hosts}") Set<String> hosts) {
		StrictHttpFirewall firewall = new StrictHttpFirewall();
		firewall.setAllowedHostnames(hosts::contains);
		return firewall;
	}

	@Bean
	RequestRejectedHandler rejections() {
		return (request, response, ex) -> {
			response.setStatus(HttpStatus.BAD_REQUEST.value());
			response.setContentType(MediaType.TEXT_PLAIN_VALUE);
			response.setCharacterEncoding(StandardCharsets.UTF_8);
			response.getWriter().println("Refused. If this is a name of the server, add it to ARCHIVE_HOSTS.");
		};
	}

}
