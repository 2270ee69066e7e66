import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '../../../web/api/api.ts'
import { messageOf } from '../../../web/api/api-error.ts'
import { toastError } from '../../../web/ui/toast.tsx'
import { MoveToFaqDialog } from '../../questions/web/index.ts'

interface WriteFaqDialogProps {
  questionId: string
  onClose: () => void
}

/** Writes the FAQ that answers a question instead of the doubtful answer. */
export default function WriteFaqDialog({ questionId, onClose }: WriteFaqDialogProps) {
  const { data, error } = useQuery(
    api.questions.details.queryOptions({ input: { id: questionId }, retry: false, gcTime: 0 }),
  )
  useEffect(() => {
    if (!error) return
    toastError(messageOf(error, 'The question could not be loaded.'))
    onClose()
  }, [error, onClose])
  return data && <MoveToFaqDialog question={data} isDoubted open onOpenChange={(open) => !open && onClose()} />
}
