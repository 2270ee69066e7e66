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

let lastAttachmentKey = 0

/** The files chosen for a FAQ. They are sent once it is saved, each with an outcome of its own. */
export function useAttachments() {
  const [list, setList] = useState<Attachment[]>([])
  const changeAttachment = (attachmentKey: number, attachmentChange: Partial<Attachment>) =>
    setList((attachmentList) =>
      attachmentList.map((attachment) =>
        attachment.key === attachmentKey ? { ...attachment, ...attachmentChange } : attachment,
      ),
    )

  const sendAttachment = async ({ key, file }: Attachment): Promise<boolean> => {
    changeAttachment(key, { state: 'uploading', sent: 0, problem: null })
    try {
      await client.knowledge.uploadDocument(
        { file },
        { context: { onSent: (sentShare) => changeAttachment(key, { sent: sentShare }) } },
      )
    } catch (error) {
      changeAttachment(key, { state: 'failed', problem: messageOf(error) })
      return false
    }
    changeAttachment(key, { state: 'uploaded' })
    return true
  }

  return {
    list,
    /** True when no attachment prevents sending. */
    sendable: list.every(({ problem, state }) => problem === null || state === 'failed'),
    /** All of them or, where they would be too many, none: which were left out would be hard to see. */
    add: (chosenFiles: File[]) => {
      if (list.length + chosenFiles.length > UPLOAD_FILES_MAX) return toastError(TOO_MANY)
      const newAttachments = chosenFiles.map((chosenFile) => ({
        file: chosenFile,
        state: 'chosen' as const,
        sent: 0,
        problem: fileProblem(chosenFile),
      }))
      setList((attachmentList) => [
        ...attachmentList,
        ...newAttachments.map((newAttachment) => ({ ...newAttachment, key: ++lastAttachmentKey })),
      ])
    },
    remove: (attachmentKey: number) =>
      setList((attachmentList) => attachmentList.filter((attachment) => attachment.key !== attachmentKey)),
    /** Sends what is not there yet, one after another. @returns whether everything has arrived */
    upload: async (): Promise<boolean> => {
      let allArrived = true
      for (const attachment of list)
        if (attachment.state !== 'uploaded' && !(await sendAttachment(attachment))) allArrived = false
      return allArrived
    },
  }
}
