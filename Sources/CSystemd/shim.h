// sd-bus of libsystemd, for what logind says on the system bus.
// SPDX-License-Identifier: Apache-2.0
#include <systemd/sd-bus.h>
