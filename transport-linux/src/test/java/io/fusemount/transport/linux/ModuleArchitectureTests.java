package io.fusemount.transport.linux;

import io.fusemount.conformance.architecture.ArchitectureConformanceTests;

class ModuleArchitectureTests extends ArchitectureConformanceTests {

}
