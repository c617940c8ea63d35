package io.fusemount.transport.device;

import io.fusemount.conformance.architecture.ArchitectureConformanceTests;

class ModuleArchitectureTests extends ArchitectureConformanceTests {

}
