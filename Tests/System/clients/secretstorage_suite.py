# Runs the whole suite of SecretStorage, and prints a line for each of its tests.
# SPDX-License-Identifier: Apache-2.0
# usage: secretstorage_suite.py FOLDER [NAME-ON-THE-BUS]
import sys
import unittest

folder, *name = sys.argv[1:]
sys.path.insert(0, folder)
import secretstorage.util  # noqa: E402

if name:
    # Its tests of unlocking ask whether this is another one than usual, as `run_tests.py` does with a mock.
    secretstorage.util.BUS_NAME = name[0]


class Result(unittest.TestResult):
    def say(self, word, test, why=""):
        print(word, ".".join(test.id().split(".")[-2:]), why, sep="\t")

    def addSuccess(self, test):
        self.say("passed", test)

    def addFailure(self, test, error):
        self.say("failed", test, repr(error[1]))

    addError = addFailure

    def addSkip(self, test, reason):
        self.say("skipped", test, reason)


unittest.TestLoader().discover(f"{folder}/tests", top_level_dir=folder).run(Result())
