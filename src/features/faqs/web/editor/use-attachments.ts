import { useState } from 'react'
import { client } from '../../../../web/api/api.ts'
import { messageOf } from '../../../../web/api/api-error.ts'
import { toastError } from '../../../../web/ui/toast.tsx'
import { UPLOAD_FILES_MAX } from '../../../knowledge/contract.ts'
import { fileProblem } from '../../../knowledge/web/index.ts'

/** A file that goes to the knowledge base together with a FAQ. */
export interface Attachment {
  key: number
  file: File
  state: 'chosen' | 'uploading' | 'uploaded' | 'failed'
  /** Uploaded share, 0 to 1. */
  sent: number
  /** Why it cannot be uploaded, or was not. */
  problem: string | null
}

const TOO_MANY = `Please upload at most ${UPLOAD_FILES_MAX} files at once.`

let lastKey = 0

/** The files chosen for a FAQ. They are sent once it is saved, each with an outcome of its own. */
export function useAttachments() {
  const [list, setList] = useState<Attachment[]>([])
  const set = (key: number, change: Partial<Attachment>) =>
    setList((all) => all.map((attachment) => (attachment.key === key ? { ...attachment, ...change } : attachment)))

  const send = async ({ key, file }: Attachment): Promise<boolean> => {
    set(key, { state: 'uploading', sent: 0, problem: null })
    try {
      await client.knowledge.uploadDocument({ file }, { context: { onSent: (sent) => set(key, { sent }) } })
    } catch (error) {
      set(key, { state: 'failed', problem: messageOf(error) })
      return false
    }
    set(key, { state: 'uploaded' })
    return true
  }

  return {
    list,
    /** True when no attachment prevents sending. */
    sendable: list.every(({ problem, state }) => problem === null || state === 'failed'),
    /** All of them or, where they would be too many, none: which were left out would be hard to see. */
    add: (files: File[]) => {
      if (list.length + files.length > UPLOAD_FILES_MAX) return toastError(TOO_MANY)
      const chosen = files.map((file) => ({ file, state: 'chosen' as const, sent: 0, problem: fileProblem(file) }))
      setList((all) => [...all, ...chosen.map((one) => ({ ...one, key: ++lastKey }))])
    },
    remove: (key: number) => setList((all) => all.filter((attachment) => attachment.key !== key)),
    /** Sends what is not there yet, one after another. @returns whether everything has arrived */
    upload: async (): Promise<boolean> => {
      let arrived = true
      for (const attachment of list) if (attachment.state !== 'uploaded' && !(await send(attachment))) arrived = false
      return arrived
    },
  }
}
