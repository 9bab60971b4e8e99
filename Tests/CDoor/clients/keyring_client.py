# Passwords by keyring's own file for macOS, as its archive has it.
# SPDX-License-Identifier: Apache-2.0
#
# usage: keyring_client.py FILE <CALLS
# CALLS is a list in JSON: ["set", service, account, password], ["get", service, account], ["delete", service, account].
# It prints a list with [result code, what was found] for each.
import importlib.util
import json
import sys


def loaded(file):
    spec = importlib.util.spec_from_file_location("api", file)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


api = loaded(sys.argv[1])
calls = {"set": api.set_generic_password, "get": api.find_generic_password, "delete": api.delete_generic_password}


def answer(verb, *arguments):
    try:
        return [0, calls[verb](None, *arguments)]
    except api.NotFound as error:
        return [error.args[0], None]


print(json.dumps([answer(*call) for call in json.load(sys.stdin)]))
