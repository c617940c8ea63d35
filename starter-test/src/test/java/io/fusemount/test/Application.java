package io.fusemount.test;

import org.springframework.boot.autoconfigure.SpringBootApplication;

/**
 * An application under test.
 */
@SpringBootApplication
class Application {

}
