package io.fusemount.autoconfigure.security;

import io.fusemount.autoconfigure.data.FuseMountJpaAutoConfiguration;
import io.fusemount.autoconfigure.data.OnMountPointCondition;
import io.fusemount.core.operation.AccountNames;
import io.fusemount.core.operation.CallerAccount;
import io.fusemount.core.operation.CallerAccounts;
import io.fusemount.core.operation.CallerScope;
import io.fusemount.transport.device.account.NssAccounts;
import io.fusemount.transport.device.account.NssNames;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.core.context.SecurityContextHolderStrategy;
import org.springframework.util.function.SingletonSupplier;

/**
 * {@link EnableAutoConfiguration Auto-configuration} of programs as users of Spring
 * Security.
 */
@AutoConfiguration(before = FuseMountJpaAutoConfiguration.class)
@ConditionalOnClass(SecurityContextHolder.class)
@ConditionalOnBooleanProperty(name = "fusemount.enabled", matchIfMissing = true)
@Conditional(OnMountPointCondition.class)
@EnableConfigurationProperties(FuseMountSecurityProperties.class)
public final class FuseMountSecurityAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean
	CallerAuthenticationConverter fuseMountCallerAuthenticationConverter(ListableBeanFactory beans) {
		return new NamedUserConverter(beans);
	}

	/** Users may come from a repository, which is not asked before there is a program. */
	@Bean
	CallerScope fuseMountSecurityContextScope(ObjectProvider<SecurityContextHolderStrategy> strategy,
			ObjectProvider<CallerAccounts> accounts, ObjectProvider<CallerAuthenticationConverter> converter,
			FuseMountSecurityProperties properties) {
		return new SecurityContextScope(
				SingletonSupplier
					.of(() -> strategy.getIfAvailable(SecurityContextHolder::getContextHolderStrategy))::obtain,
				new KnownCallers(
						new NamedAccounts(properties.accounts(), accounts.getIfAvailable(() -> CallerAccount::unknown)),
						converter::getObject, properties.unknownCallers(), properties.timeToLive()));
	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(NssAccounts.class)
	static class NssConfiguration {

		@Bean
		@ConditionalOnMissingBean
		CallerAccounts fuseMountNssAccounts() {
			return "Linux".equals(System.getProperty("os.name")) ? new NssAccounts() : CallerAccount::unknown;
		}

		/** Owners of files have the names that the users have. */
		@Bean
		@ConditionalOnMissingBean
		AccountNames fuseMountAccountNames(FuseMountSecurityProperties properties) {
			return new NamedUsers(properties.accounts(), NssNames.ofThisMachine());
		}

	}

}
