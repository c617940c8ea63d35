"""Works once in a directory of its own, and says whether everything was as it should be.
  program.py WORK DIRECTORY PLACE
It prepares its files, says "ready", waits for the number of the application's step at which the application stays, does its
work, says "worked", and then looks at what it has done. Each work fails, or leaves something else, if it is done twice."""
import ctypes, os, stat, sys, time

CONTENT = b"".join(b"%07d\n" % i for i in range(5000))
CREATE = os.O_CREAT | os.O_EXCL | os.O_WRONLY


def write(name, content, flags=CREATE):
    file = os.open(name, flags)
    written = os.write(file, content)
    assert written == len(content), written
    os.close(file)


def has(name, content):
    with open(name, "rb") as file:
        found = file.read()
    assert found == content, (name, len(found), found[:100])
    assert os.stat(name).st_size == len(content), (name, os.stat(name))


def lists(*names):
    assert sorted(os.listdir(".")) == sorted(names), os.listdir(".")


class Work:
    """What is there before; nothing unless a work says so."""

    def prepare(self):
        pass


class Existing(Work):
    def prepare(self):
        write("a", b"first ")


class Create(Work):
    def work(self):
        write("a", b"first ")

    def check(self):
        has("a", b"first ")
        lists("a")


class CreateEmpty(Work):
    def work(self):
        os.close(os.open("a", CREATE))

    def check(self):
        has("a", b"")
        lists("a")


class Large(Work):
    def work(self):
        file = os.open("a", CREATE)
        for i in range(8):
            assert os.write(file, CONTENT) == len(CONTENT)
        os.close(file)

    def check(self):
        has("a", CONTENT * 8)


class Overwrite(Existing):
    def work(self):
        file = os.open("a", os.O_RDWR)
        assert os.pread(file, 10, 0) == b"first "
        assert os.pwrite(file, b"IR", 1) == 2
        assert os.pread(file, 10, 0) == b"fIRst "
        os.close(file)

    def check(self):
        has("a", b"fIRst ")
        lists("a")


class Append(Existing):
    def work(self):
        file = os.open("a", os.O_WRONLY | os.O_APPEND)
        os.write(file, b"second ")
        os.write(file, b"third")
        os.close(file)

    def check(self):
        has("a", b"first second third")


class AppendTwice(Existing):
    """Stored in between."""

    def work(self):
        write("a", b"second ", os.O_WRONLY | os.O_APPEND)
        write("a", b"third", os.O_WRONLY | os.O_APPEND)

    def check(self):
        has("a", b"first second third")


class Truncate(Existing):
    def work(self):
        os.truncate("a", 3)

    def check(self):
        has("a", b"fir")


class TruncateOpen(Existing):
    def work(self):
        file = os.open("a", os.O_RDWR)
        os.ftruncate(file, 3)
        os.ftruncate(file, 5)
        assert os.fstat(file).st_size == 5
        os.close(file)

    def check(self):
        has("a", b"fir\0\0")


class Replace(Existing):
    def work(self):
        write("a", b"second", os.O_WRONLY | os.O_TRUNC)

    def check(self):
        has("a", b"second")


class Synchronize(Existing):
    def work(self):
        file = os.open("a", os.O_WRONLY)
        os.write(file, b"FIRST")
        os.fsync(file)
        os.write(file, b"SECOND")
        os.close(file)

    def check(self):
        has("a", b"FIRSTSECOND")


class Allocate(Existing):
    def work(self):
        file = os.open("a", os.O_WRONLY)
        os.posix_fallocate(file, 0, 10)
        os.close(file)

    def check(self):
        has("a", b"first \0\0\0\0")


class Read(Work):
    def prepare(self):
        write("a", CONTENT * 8)

    def work(self):
        file = os.open("a", os.O_RDONLY)
        for i in range(8):
            assert os.pread(file, len(CONTENT), i * len(CONTENT)) == CONTENT
        os.close(file)

    def check(self):
        has("a", CONTENT * 8)


class List(Existing):
    def work(self):
        for i in range(5):
            os.mkdir("d%d" % i)
        lists("a", *("d%d" % i for i in range(5)))

    def check(self):
        self.work = None
        lists("a", *("d%d" % i for i in range(5)))


class Rename(Existing):
    def work(self):
        os.rename("a", "b")
        assert not os.path.exists("a")

    def check(self):
        has("b", b"first ")
        lists("b")


class RenameBack(Existing):
    def work(self):
        os.rename("a", "b")
        os.rename("b", "a")

    def check(self):
        has("a", b"first ")
        lists("a")


class RenameOpen(Existing):
    def work(self):
        file = os.open("a", os.O_RDWR)
        os.write(file, b"FI")
        os.rename("a", "b")
        os.write(file, b"RST")
        assert os.pread(file, 10, 0) == b"FIRST "
        os.close(file)

    def check(self):
        has("b", b"FIRST ")
        lists("b")


class RenameOver(Existing):
    def prepare(self):
        super().prepare()
        write("b", b"other")

    def work(self):
        os.rename("a", "b")

    def check(self):
        has("b", b"first ")
        lists("b")


class RenameOverOpen(RenameOver):
    def work(self):
        file = os.open("b", os.O_RDONLY)
        os.rename("a", "b")
        assert os.pread(file, 10, 0) == b"other"
        os.close(file)


class Move(Existing):
    def prepare(self):
        super().prepare()
        os.mkdir("d")

    def work(self):
        os.rename("a", "d/b")

    def check(self):
        lists("d")
        has("d/b", b"first ")


class Save(Existing):
    def work(self):
        write("b", b"second")
        os.rename("b", "a")

    def check(self):
        has("a", b"second")
        lists("a")


class SaveScratch(Existing):
    """Under a name that is kept on the local disk."""

    def work(self):
        file = os.open("a.tmp", CREATE)
        os.write(file, b"second")
        os.fsync(file)
        os.close(file)
        os.rename("a.tmp", "a")

    def check(self):
        has("a", b"second")
        lists("a")


class SaveBackup(Existing):
    def work(self):
        os.rename("a", "a~")
        write("a", b"second")
        os.unlink("a~")

    def check(self):
        has("a", b"second")
        lists("a")


class MakeDirectory(Work):
    def work(self):
        os.mkdir("d")

    def check(self):
        lists("d")
        assert os.listdir("d") == []


class RemoveDirectory(Work):
    def prepare(self):
        os.mkdir("d")

    def work(self):
        os.rmdir("d")

    def check(self):
        lists()


class RenameDirectory(Work):
    def prepare(self):
        os.mkdir("d")
        write("d/a", b"first ")

    def work(self):
        os.rename("d", "e")
        has("e/a", b"first ")

    def check(self):
        lists("e")
        has("e/a", b"first ")


class RenameDirectoryOver(Work):
    def prepare(self):
        os.mkdir("d")
        os.mkdir("e")
        write("d/a", b"first ")

    def work(self):
        os.rename("d", "e")

    def check(self):
        lists("e")
        has("e/a", b"first ")


class Unlink(Existing):
    def work(self):
        os.unlink("a")
        assert not os.path.exists("a")

    def check(self):
        lists()


class UnlinkOpen(Existing):
    def work(self):
        file = os.open("a", os.O_RDWR)
        os.write(file, b"FI")
        os.unlink("a")
        os.write(file, b"RST")
        assert os.pread(file, 10, 0) == b"FIRST "
        assert os.fstat(file).st_nlink == 0
        os.close(file)

    def check(self):
        lists()


class UnlinkNew(Work):
    def work(self):
        file = os.open("a", os.O_CREAT | os.O_EXCL | os.O_RDWR)
        os.write(file, b"FIRST")
        os.unlink("a")
        assert os.pread(file, 10, 0) == b"FIRST"
        os.close(file)

    def check(self):
        lists()


class CreateAgain(Existing):
    def work(self):
        os.unlink("a")
        write("a", b"second")

    def check(self):
        has("a", b"second")
        lists("a")


class Attributes(Existing):
    def work(self):
        os.utime("a", (1000000000, 1000000000))
        os.chmod("a", 0o640)

    def check(self):
        has("a", b"first ")


class AttributesOpen(Existing):
    def work(self):
        file = os.open("a", os.O_WRONLY)
        os.write(file, b"FIRST")
        os.utime(file, (1000000000, 1000000000))
        os.close(file)

    def check(self):
        has("a", b"FIRST ")


class Link(Existing):
    """Refused."""

    def work(self):
        file = os.open("a", os.O_RDWR)
        try:
            os.link("a", "b")
            assert False
        except PermissionError:
            pass
        os.close(file)

    def check(self):
        lists("a")


def main():
    work = globals()[sys.argv[1]]()
    directory, place = sys.argv[2:]
    last = os.path.join(place, "%d.last" % os.getpid())
    for left in last, os.path.join(place, "%d.steps" % os.getpid()):
        if os.path.exists(left):  # Numbers of processes recur.
            os.unlink(left)
    os.mkdir(directory)
    os.chdir(directory)
    work.prepare()
    print("ready", flush=True)
    number = sys.stdin.readline().strip()
    with open(last + ".new", "w") as file:
        file.write(number)
    os.rename(last + ".new", last)
    work.work()
    time.sleep(0.05)  # The kernel tells of the last close when it has returned.
    if os.path.exists(last):
        os.unlink(last)
    print("worked", flush=True)
    work.check()


if sys.argv[1:] == ["works"]:
    print("\n".join(sorted(name for name, it in globals().items() if isinstance(it, type) and hasattr(it, "work"))))
else:
    main()
