# Sessions as logind keeps them: control groups, and files in /run/systemd, which is the test's own.
# SPDX-License-Identifier: Apache-2.0
import contextlib
import os
import pathlib
import signal

from .world import until

# Where libsystemd looks for the group of a process, by how the machine mounts control groups.
HIERARCHIES = [pathlib.Path("/sys/fs/cgroup") / name for name in ("unified", ".", "systemd")]


class Seats:
    """Sessions of users. Each user that has one has a service manager as well."""

    def __init__(self):
        self.root = next(folder for folder in HIERARCHIES if (folder / "cgroup.procs").exists())
        self.groups, self.sessions = [], {}

    def session(self, number, user, seat=None, is_active=True):
        """Makes a session, or says anew what it is: on a screen of the machine, or from another one; shown, or not."""
        name = f"{os.getpid()}x{number}"
        self.sessions[name] = (user, seat, is_active)
        folder = pathlib.Path("/run/systemd")
        for below in ("sessions", "users"):
            (folder / below).mkdir(parents=True, exist_ok=True)
        state = "active" if is_active else "online"
        lines = [f"UID={user.number}", f"USER={user.name}", f"ACTIVE={int(is_active)}", f"STATE={state}", "CLASS=user",
                 "TYPE=x11" if seat else "TYPE=tty", f"REMOTE={int(seat is None)}"]
        self.write(folder / "sessions" / name, lines + ([f"SEAT={seat}"] if seat else []))
        own = {name: more for name, more in self.sessions.items() if more[0] == user}
        shown = [name for name, (_, seat, is_active) in own.items() if seat and is_active]
        display = shown + [name for name, (_, seat, _) in own.items() if seat]
        self.write(folder / "users" / str(user.number), [
            f"NAME={user.name}", "STATE=active", f"SESSIONS={' '.join(own)}",
            f"ACTIVE_SESSIONS={' '.join(name for name, more in own.items() if more[2])}",
            f"SEATS={' '.join(more[1] for more in own.values() if more[1])}",
            f"ACTIVE_SEATS={' '.join(own[name][1] for name in shown)}"] + ([f"DISPLAY={display[0]}"] if display else []))
        return self.group(user, f"session-{name}.scope")

    def manager(self, user):
        """The words that run a command as a service of the user."""
        return self.group(user, f"user@{user.number}.service/app.slice/latchkey-agent-{os.getpid()}.service")

    def group(self, user, name):
        """The words that run a command in a group of the user."""
        folder = self.root / "user.slice" / f"user-{user.number}.slice" / name
        if folder not in self.groups:
            folder.mkdir(parents=True)
            self.groups.append(folder)
        return ["sh", "-c", f'echo $$ >{folder}/cgroup.procs && exec "$@"', "sh"]

    @staticmethod
    def write(file, lines):
        new = file.with_name(file.name + "~")
        new.write_text("\n".join(lines) + "\n")
        new.rename(file)

    def end(self):
        for folder in self.groups:
            def is_empty():
                members = (folder / "cgroup.procs").read_text().split()
                for member in members:
                    with contextlib.suppress(OSError):
                        os.kill(int(member), signal.SIGKILL)
                return not members
            until(is_empty)
            # What another test uses at this moment stays.
            with contextlib.suppress(OSError):
                while folder != self.root:
                    folder.rmdir()
                    folder = folder.parent
