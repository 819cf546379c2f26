#!/bin/sh
# SPDX-License-Identifier: MIT
# The examples of the documents, as `make test` finds them.
exec "${0%/*}/run-docs"
