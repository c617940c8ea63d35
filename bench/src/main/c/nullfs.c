/*
 * The null filesystem on libfuse 2 without Java: one file of 1 GiB of zeros. What a C
 * program reaches is the yardstick for the transport.
 */
#define FUSE_USE_VERSION 29
#define _FILE_OFFSET_BITS 64

#include <errno.h>
#include <fuse.h>
#include <string.h>
#include <sys/stat.h>

static const off_t SIZE = 1 << 30;

static int null_getattr(const char *path, struct stat *st)
{
	memset(st, 0, sizeof(*st));
	if (strcmp(path, "/") == 0) {
		st->st_mode = S_IFDIR | 0755;
		st->st_nlink = 2;
		return 0;
	}
	if (strcmp(path, "/zeros") == 0) {
		st->st_mode = S_IFREG | 0444;
		st->st_nlink = 1;
		st->st_size = SIZE;
		return 0;
	}
	return -ENOENT;
}

static int null_open(const char *path, struct fuse_file_info *info)
{
	return strcmp(path, "/zeros") == 0 ? 0 : -ENOENT;
}

static int null_read(const char *path, char *buffer, size_t size, off_t offset, struct fuse_file_info *info)
{
	if (offset >= SIZE) {
		return 0;
	}
	if ((off_t) size > SIZE - offset) {
		size = SIZE - offset;
	}
	memset(buffer, 0, size);
	return size;
}

static const struct fuse_operations operations = {
	.getattr = null_getattr,
	.open = null_open,
	.read = null_read,
	.flag_nopath = 1,
};

int main(int argc, char *argv[])
{
	return fuse_main(argc, argv, &operations, NULL);
}
