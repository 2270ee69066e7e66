import { z } from 'zod'
import { idSchema } from '../../../../kernel/wire.ts'
import { FAQ_STATUSES, ON_DUPLICATE } from '../../contract.ts'
import { FILE_FIELDS } from '../../domain/transfer/file-fields.ts'

const recordSchema = z.object({
  runId: idSchema,
  fileName: z.string(),
  fingerprint: z.string(),
  headed: z.boolean(),
  choices: z.object({
    mapping: z.array(z.enum(FILE_FIELDS).nullable()).readonly(),
    status: z.enum(FAQ_STATUSES),
    onDuplicate: z.enum(ON_DUPLICATE),
  }),
  total: z.number().int(),
  counts: z.object({
    created: z.number().int(),
    updated: z.number().int(),
    skipped: z.number().int(),
    refused: z.number().int(),
  }),
})

/** Stored data of an unfinished import, in case its page is left. */
export type RunRecord = z.output<typeof recordSchema>

const keyOf = (workspaceId: string) => `faq-import:${workspaceId}`

export function readRecord(workspaceId: string): RunRecord | null {
  try {
    const parsed = recordSchema.safeParse(JSON.parse(localStorage.getItem(keyOf(workspaceId)) ?? 'null'))
    return parsed.success ? parsed.data : null
  } catch {
    // Storage may be forbidden, or hold something else.
    return null
  }
}

export function writeRecord(workspaceId: string, record: RunRecord | null): void {
  try {
    if (record) localStorage.setItem(keyOf(workspaceId), JSON.stringify(record))
    else localStorage.removeItem(keyOf(workspaceId))
  } catch {
    // The import continues without being stored.
  }
}
