package io.fusemount.conformance.architecture;

/**
 * The core and the kits follow the architecture; the core cannot test itself with a
 * module that depends on it.
 */
class ModuleArchitectureTests extends ArchitectureConformanceTests {

}
