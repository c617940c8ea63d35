package io.fusemount.transport.jnr;

import io.fusemount.conformance.architecture.ArchitectureConformanceTests;

class ModuleArchitectureTests extends ArchitectureConformanceTests {

}
