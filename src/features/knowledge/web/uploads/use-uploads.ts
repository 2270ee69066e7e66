import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { plural } from '../../../../kernel/text.ts'
import { api, client } from '../../../../web/api/api.ts'
import { messageOf } from '../../../../web/api/api-error.ts'
import { toast, toastError } from '../../../../web/ui/toast.tsx'
import { UPLOAD_FILES_MAX } from '../../contract.ts'
import { fileProblem } from './file-problem.ts'

/** A file on its way to the server, or why it did not get there. What arrived is in the ledger. */
export interface Upload {
  key: number
  name: string
  /** Uploaded share, 0 to 1. */
  sent: number
  /** Null while it is on its way. */
  problem: string | null
}

const MAX_CONCURRENT_UPLOADS = 3

let lastKey = 0

/** Uploads files, many at once; each has its own outcome. */
export function useUploads() {
  const queryClient = useQueryClient()
  const [list, setList] = useState<Upload[]>([])

  const set = (key: number, change: Partial<Upload>) =>
    setList((all) => all.map((upload) => (upload.key === key ? { ...upload, ...change } : upload)))

  const send = async (file: File, key: number): Promise<boolean> => {
    const refused = fileProblem(file)
    try {
      const context = { onSent: (sent: number) => set(key, { sent }) }
      if (refused === null) await client.knowledge.uploadDocument({ file }, { context })
    } catch (error) {
      set(key, { problem: messageOf(error) })
      return false
    }
    if (refused === null) setList((all) => all.filter((upload) => upload.key !== key))
    else set(key, { problem: refused })
    return refused === null
  }

  const add = async (files: File[]) => {
    if (files.length === 0) return
    if (files.length > UPLOAD_FILES_MAX) {
      toastError(`Please upload at most ${UPLOAD_FILES_MAX} files at once.`)
      return
    }
    const waiting = files.map((file) => ({ file, key: ++lastKey }))
    setList((all) => [...all, ...waiting.map(({ file, key }) => ({ key, name: file.name, sent: 0, problem: null }))])
    let arrived = 0
    const take = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) if (await send(next.file, next.key)) arrived += 1
    }
    await Promise.all(Array.from({ length: MAX_CONCURRENT_UPLOADS }, take))
    await queryClient.invalidateQueries({ queryKey: api.knowledge.sources.key() })
    if (arrived > 0)
      toast({ title: 'Success', message: `${plural(arrived, 'document')} uploaded and processing started.` })
    if (arrived < files.length) toastError('Failed to upload documents.')
  }

  return {
    list,
    add: (files: File[]) => void add(files),
    dismiss: (key: number) => setList((all) => all.filter((upload) => upload.key !== key)),
  }
}
