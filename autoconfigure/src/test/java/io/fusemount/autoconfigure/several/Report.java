package io.fusemount.autoconfigure.several;

import jakarta.persistence.Entity;

@Entity
class Report extends Paper {

}
