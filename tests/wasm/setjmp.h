// SPDX-License-Identifier: MIT
// WebAssembly has no setjmp(); the tests include its header only because cmocka's header needs it.
