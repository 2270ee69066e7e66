import { useState } from 'react'
import { client } from '../../../web/api/api.ts'
import { messageOf } from '../../../web/api/api-error.ts'
import { DOCUMENTS_AT_ONCE } from '../../knowledge/contract.ts'
import { fileProblem } from '../../knowledge/web/index.ts'

/** A file that goes to the knowledge base together with a FAQ. */
export interface Attachment {
  key: number
  file: File
  state: 'chosen' | 'uploading' | 'uploaded' | 'failed'
  /** Why it cannot be uploaded, or was not. */
  problem: string | null
}

let lastKey = 0

/** The files chosen for a FAQ. They are sent once it is saved, each with an outcome of its own. */
export function useAttachments() {
  const [list, setList] = useState<Attachment[]>([])
  const set = (key: number, change: Partial<Attachment>) =>
    setList((all) => all.map((one) => (one.key === key ? { ...one, ...change } : one)))

  const send = async ({ key, file }: Attachment): Promise<boolean> => {
    set(key, { state: 'uploading', problem: null })
    try {
      await client.knowledge.uploadDocument({ file })
    } catch (error) {
      set(key, { state: 'failed', problem: messageOf(error) })
      return false
    }
    set(key, { state: 'uploaded' })
    return true
  }

  return {
    list,
    /** None of them stands in the way of being sent. */
    sendable: list.every(({ problem, state }) => problem === null || state === 'failed'),
    add: (files: File[]) =>
      setList((all) =>
        [
          ...all,
          ...files.map((file) => ({ key: ++lastKey, file, state: 'chosen' as const, problem: fileProblem(file) })),
        ].slice(0, DOCUMENTS_AT_ONCE),
      ),
    remove: (key: number) => setList((all) => all.filter((one) => one.key !== key)),
    /** Sends what is not there yet, one after another. @returns whether everything has arrived */
    upload: async (): Promise<boolean> => {
      let arrived = true
      for (const attachment of list) if (attachment.state !== 'uploaded' && !(await send(attachment))) arrived = false
      return arrived
    },
  }
}
