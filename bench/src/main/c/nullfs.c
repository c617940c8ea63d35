/*
 * The null filesystem without Java: one file of 1 GiB of zeros. What a C program reaches
 * is the yardstick for the transport. FUSE_USE_VERSION, which the compiler is given,
 * decides between libfuse 2 and libfuse 3, and OVER_IO_URING asks for FUSE over io_uring.
 */
#define _FILE_OFFSET_BITS 64

#include <errno.h>
#include <fuse.h>
#include <string.h>
#include <sys/stat.h>

#if defined(OVER_IO_URING) && FUSE_VERSION < FUSE_MAKE_VERSION(3, 18)
#error "FUSE over io_uring needs libfuse 3.18"
#endif

static const off_t SIZE = 1 << 30;

/* libfuse 3 leaves out the path if a program has the file open. */
static int is_file(const char *path)
{
	return path == NULL || strcmp(path, "/zeros") == 0;
}

static int attributes(const char *path, struct stat *st)
{
	memset(st, 0, sizeof(*st));
	if (is_file(path)) {
		st->st_mode = S_IFREG | 0444;
		st->st_nlink = 1;
		st->st_size = SIZE;
		return 0;
	}
	if (strcmp(path, "/") == 0) {
		st->st_mode = S_IFDIR | 0755;
		st->st_nlink = 2;
		return 0;
	}
	return -ENOENT;
}

#if FUSE_USE_VERSION < 30

static int null_getattr(const char *path, struct stat *st)
{
	return attributes(path, st);
}

#else

static int null_getattr(const char *path, struct stat *st, struct fuse_file_info *info)
{
	return attributes(path, st);
}

static void *null_init(struct fuse_conn_info *connection, struct fuse_config *config)
{
	config->nullpath_ok = 1;
	return NULL;
}

#endif

static int null_open(const char *path, struct fuse_file_info *info)
{
	return is_file(path) ? 0 : -ENOENT;
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
#if FUSE_USE_VERSION < 30
	.flag_nopath = 1,
#else
	.init = null_init,
#endif
};

int main(int argc, char *argv[])
{
	struct fuse_args args = FUSE_ARGS_INIT(0, NULL);
	int i;

	for (i = 0; i < argc; i++)
		fuse_opt_add_arg(&args, argv[i]);
#ifdef OVER_IO_URING
	fuse_opt_add_arg(&args, "-oio_uring");
#endif
	return fuse_main(args.argc, args.argv, &operations, NULL);
}
