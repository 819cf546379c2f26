// SPDX-License-Identifier: MIT
#pragma once
#include <conc.h>

monitor counter { int n; };
