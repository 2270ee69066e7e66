// Must run before the first zod schema is created: zod tests whether it may compile its checks with `eval`, and the
// content security policy reports that attempt. `kernel/wire.ts` sets the same outside the dashboard. All copies of zod
// read this global; calling zod's own config function would add 10 KB to the first page, which has no schema.
// End-to-end tests fail on a reported attempt.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

export {}
