package io.fusemount.data.jpa;

import io.fusemount.conformance.architecture.ArchitectureConformanceTests;

/**
 * This module follows the architecture.
 */
class ModuleArchitectureTests extends ArchitectureConformanceTests {

}
