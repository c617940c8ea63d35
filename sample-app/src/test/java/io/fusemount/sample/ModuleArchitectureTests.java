package io.fusemount.sample;

import io.fusemount.conformance.architecture.ArchitectureConformanceTests;

class ModuleArchitectureTests extends ArchitectureConformanceTests {

}
