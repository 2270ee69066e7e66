import { useQuery } from '@tanstack/react-query'
import { Ellipsis, FilePlus2, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { plural } from '../../../kernel/text.ts'
import { api } from '../../../web/api/api.ts'
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx'
import { IconButton } from '../../../web/ui/icon-button.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../../web/ui/menu.tsx'
import { moveAllText } from '../domain/moving-text.ts'
import { useQuestionActions } from './use-question-actions.ts'

/** Counts when it is shown: what was moved before is not moved again. */
function WhatMoves() {
  const { data, isError } = useQuery(api.questions.movable.queryOptions({ staleTime: 0, gcTime: 0 }))
  if (data) return moveAllText(data)
  return isError ? 'This creates draft FAQs from the messages that are not in your FAQs yet.' : 'Counting messages…'
}

/** Actions on all questions of the workspace, regardless of filters. */
export function QuestionsMenu({ total }: { total: number }) {
  const actions = useQuestionActions()
  const [asking, setAsking] = useState<'move' | 'delete' | null>(null)
  const all = total === 1 ? 'the 1 message' : `all ${plural(total, 'message')}`
  return (
    <>
      <Menu
        trigger={
          <IconButton label="Actions for all messages" variant="secondary" size="md" icon={<Ellipsis size={16} />} />
        }
      >
        <MenuItem icon={<FilePlus2 size={16} />} onSelect={() => setAsking('move')}>
          Move all to FAQs
        </MenuItem>
        <MenuSeparator />
        <MenuItem destructive icon={<Trash2 size={16} />} onSelect={() => setAsking('delete')}>
          Delete all
        </MenuItem>
      </Menu>
      <ConfirmDialog
        open={asking === 'move'}
        onOpenChange={() => setAsking(null)}
        title="Move all to FAQs"
        description={<WhatMoves />}
        confirmLabel="Move all to FAQs"
        onConfirm={actions.moveAll}
      />
      <ConfirmDialog
        open={asking === 'delete'}
        onOpenChange={() => setAsking(null)}
        title="Delete All Messages"
        description={`Are you sure you want to delete ${all}? This action cannot be undone.`}
        confirmLabel="Delete all"
        destructive
        onConfirm={actions.deleteAll}
      />
    </>
  )
}
