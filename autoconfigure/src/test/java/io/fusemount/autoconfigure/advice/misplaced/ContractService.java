package io.fusemount.autoconfigure.advice.misplaced;

import io.fusemount.annotation.FuseMount;

/**
 * A bean, but no directory.
 */
@FuseMount
public class ContractService {

}
