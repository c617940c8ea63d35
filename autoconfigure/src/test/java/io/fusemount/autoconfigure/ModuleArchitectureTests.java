package io.fusemount.autoconfigure;

import io.fusemount.conformance.architecture.ArchitectureConformanceTests;

class ModuleArchitectureTests extends ArchitectureConformanceTests {

}
