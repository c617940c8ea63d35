package io.fusemount.autoconfigure.several;

import jakarta.persistence.Entity;

@Entity
class Contract extends Paper {

}
