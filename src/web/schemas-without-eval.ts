import { config } from 'zod/v4/core'

// Before any schema exists, whichever part of the dashboard makes the first one: zod would try whether it may compile its
// checks, and the content security policy reports the attempt. `kernel/wire.ts` says the same where there is no dashboard.
config({ jitless: true })
