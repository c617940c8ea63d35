package io.fusemount.autoconfigure.advice.misplaced;

import io.fusemount.annotation.FuseMount;

/**
 * Says itself that it is no directory.
 */
@FuseMount(exported = false)
interface Hidden {

}
