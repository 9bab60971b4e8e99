// The executable `latchkey`.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyTool

LatchkeyProcess.run()
