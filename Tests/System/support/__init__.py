# What the system tests share: a place of their own, daemons, users, agents, programs that are signed.
# SPDX-License-Identifier: Apache-2.0
