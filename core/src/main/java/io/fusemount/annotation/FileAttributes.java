package io.fusemount.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks the property of an entity that keeps all extended attributes that programs set of
 * its file or directory, and for which there is no {@link FileAttribute}: what
 * {@code cp -a}, {@code rsync -X} and {@code tar --xattrs} bring along, or what Samba
 * stores.
 * <p>
 * The property is a {@code Map<String, String>} or a {@code Map<String, byte[]>} in one
 * column, by {@code @JdbcTypeCode(SqlTypes.JSON)} or an {@code AttributeConverter}; its
 * keys are the names after {@code user.}. In a map of strings, a value that is no text,
 * or begins with {@code 0s}, is {@code 0s} and its Base64, as {@code getfattr} prints it.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ ElementType.FIELD, ElementType.METHOD })
public @interface FileAttributes {

}
