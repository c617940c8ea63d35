package io.fusemount.sample.access;

import java.nio.charset.StandardCharsets;
import java.util.Set;

import jakarta.servlet.DispatcherType;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.firewall.HttpFirewall;
import org.springframework.security.web.firewall.RequestRejectedHandler;
import org.springframework.security.web.firewall.StrictHttpFirewall;
import org.springframework.web.cors.CorsConfiguration;

/**
 * Everything but the health of the mount asks for the login, by HTTP basic
 * authentication; nothing is served to the pages of others, or under the names of others.
 */
@Configuration(proxyBeanMethods = false)
class AccessConfiguration {

	/** One word for those who watch a container and have no login: UP or DOWN. */
	private static final String MOUNTED = "/actuator/health/mounted";

	/** Whatever might get into a page, it runs and loads nothing but what is ours. */
	private static final String OWN_CONTENT_ONLY = "default-src 'none'; script-src 'self'; style-src 'self'; "
			+ "img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

	@Bean
	SecurityFilterChain accessRules(HttpSecurity http) {
		return http
			.authorizeHttpRequests((requests) -> requests.dispatcherTypeMatchers(DispatcherType.ERROR)
				.permitAll()
				.requestMatchers(HttpMethod.GET, MOUNTED)
				.permitAll()
				.anyRequest()
				.authenticated())
			.httpBasic(Customizer.withDefaults())
			.sessionManagement((sessions) -> sessions.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
			// A browser sends the login with the requests of any page that it shows, and
			// their origin with it:
			// no origin but our own is allowed. So curl and scripts need no token.
			.cors((cors) -> cors.configurationSource((request) -> new CorsConfiguration()))
			.csrf(AbstractHttpConfigurer::disable)
			.headers((headers) -> headers.contentSecurityPolicy((policy) -> policy.policyDirectives(OWN_CONTENT_ONLY)))
			.build();
	}

	/**
	 * A page whose name points to this machine (DNS rebinding) has the archive's origin,
	 * not its name.
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
			response.getWriter()
				.println("Refused. If it is the name of the server: ARCHIVE_HOSTS lists those it answers to.");
		};
	}

}
