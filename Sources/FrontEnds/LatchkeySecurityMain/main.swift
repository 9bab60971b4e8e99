// The executable `security`.
// SPDX-License-Identifier: Apache-2.0

import LatchkeySecurityTool

SecurityCommand.main()
