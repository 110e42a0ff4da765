"""Python tools with pinned versions, for the scripts in the folders here."""

import hashlib
import subprocess
import venv


def installed(folder):
    """Returns the environment of the folder's requirements.txt; installs it, by their hashes, if they changed."""
    requirements = folder / "requirements.txt"
    environment = folder / "target" / hashlib.sha256(requirements.read_bytes()).hexdigest()[:12]
    done = environment / "installed"
    if not done.exists():
        venv.create(environment, with_pip=True, clear=True)
        subprocess.run([environment / "bin" / "pip", "install", "--quiet", "--no-compile", "--no-deps", "--only-binary", ":all:",
                        "--require-hashes", "--requirement", requirements], check=True)
        done.touch()
    return environment
