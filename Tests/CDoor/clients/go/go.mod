// SPDX-License-Identifier: Apache-2.0
module latchkey.test/client

go 1.19
