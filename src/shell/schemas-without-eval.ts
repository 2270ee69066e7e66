// Before any schema exists, whichever part of the dashboard makes the first one: zod would try whether it may compile its
// checks, and the content security policy reports the attempt. `kernel/wire.ts` says the same where there is no dashboard.
// Zod keeps its configuration in this global for all copies of itself; its own function for it would bring 10 KB of zod
// into the first page, which has no schema. The browser tests fail at a reported attempt.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

export {}
