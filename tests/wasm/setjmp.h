// SPDX-License-Identifier: MIT
// WebAssembly has no setjmp(), and the tests only include its header for that of cmocka.
