import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { plural } from '../../../../kernel/text.ts'
import { api, client } from '../../../../web/api/api.ts'
import { messageOf } from '../../../../web/api/api-error.ts'
import { toast, toastError } from '../../../../web/ui/toast.tsx'
import { useWorkspace } from '../../../workspaces/web/index.ts'
import { UPLOAD_FILES_MAX } from '../../contract.ts'
import { fileProblem } from './file-problem.ts'

/** A file on its way to the server, or why it did not get there. What arrived is in the ledger. */
export interface Upload {
  key: number
  workspaceId: string
  name: string
  /** Uploaded share, 0 to 1. */
  sent: number
  /** Null while it is on its way. */
  problem: string | null
}

const MAX_CONCURRENT_UPLOADS = 3

let lastKey = 0

// Outside of the page: files continue to be sent after their user has left it, and their outcome is shown on return.
let allUploads: readonly Upload[] = []
const listeners = new Set<() => void>()

function setList(change: (uploads: readonly Upload[]) => readonly Upload[]): void {
  allUploads = change(allUploads)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Uploads files to the workspace, many at once; each has its own outcome. */
export function useUploads() {
  const queryClient = useQueryClient()
  const { workspace } = useWorkspace()
  const workspaceId = workspace?.id ?? ''
  const uploadsOfAll = useSyncExternalStore(subscribe, () => allUploads)

  const updateUpload = (uploadKey: number, uploadChange: Partial<Upload>) =>
    setList((uploads) => uploads.map((upload) => (upload.key === uploadKey ? { ...upload, ...uploadChange } : upload)))

  const sendFile = async (file: File, uploadKey: number): Promise<boolean> => {
    const localProblem = fileProblem(file)
    try {
      const context = { workspaceId, onSent: (sentShare: number) => updateUpload(uploadKey, { sent: sentShare }) }
      if (localProblem === null) await client.knowledge.uploadDocument({ file }, { context })
    } catch (uploadError) {
      updateUpload(uploadKey, { problem: messageOf(uploadError) })
      return false
    }
    if (localProblem === null) setList((uploads) => uploads.filter((upload) => upload.key !== uploadKey))
    else updateUpload(uploadKey, { problem: localProblem })
    return localProblem === null
  }

  const addFiles = async (files: File[]) => {
    if (files.length === 0) return
    if (files.length > UPLOAD_FILES_MAX) {
      toastError(`Please upload at most ${UPLOAD_FILES_MAX} files at once.`)
      return
    }
    const waitingUploads = files.map((file) => ({ file, key: ++lastKey }))
    setList((uploads) => [
      ...uploads,
      ...waitingUploads.map(({ file, key }) => ({ key, workspaceId, name: file.name, sent: 0, problem: null })),
    ])
    let arrivedCount = 0
    const sendWaiting = async () => {
      for (let nextUpload = waitingUploads.shift(); nextUpload; nextUpload = waitingUploads.shift())
        if (await sendFile(nextUpload.file, nextUpload.key)) arrivedCount += 1
    }
    await Promise.all(Array.from({ length: MAX_CONCURRENT_UPLOADS }, sendWaiting))
    await queryClient.invalidateQueries({ queryKey: api.knowledge.sources.key() })
    if (arrivedCount > 0)
      toast({ title: 'Success', message: `${plural(arrivedCount, 'document')} uploaded and processing started.` })
    if (arrivedCount < files.length) toastError('Failed to upload documents.')
  }

  return {
    list: uploadsOfAll.filter((upload) => upload.workspaceId === workspaceId),
    add: (files: File[]) => void addFiles(files),
    dismiss: (key: number) => setList((uploads) => uploads.filter((upload) => upload.key !== key)),
  }
}
