import { Check, CircleHelp, Ellipsis, FilePlus2, FileText, ListChecks, ListPlus, RotateCcw, Trash2 } from 'lucide-react'
import { IconButton } from '../../../../web/ui/icon-button.tsx'
import { Menu, MenuItem, MenuLink, MenuSeparator } from '../../../../web/ui/menu.tsx'
import type { Question } from '../../contract.ts'

export interface QuestionRowHandlers {
  onDetails: (question: Question) => void
  onMove: (question: Question) => void
  onAdd: (question: Question) => void
  onDone: (question: Question) => void
  onDelete: (question: Question) => void
}

interface QuestionMenuProps {
  question: Question
  /** The id of the element that holds the question: in every row the button has the same name. */
  describedBy: string
  mayWrite: boolean
  handlers: QuestionRowHandlers
}

/** Actions on a question. */
export function QuestionMenu({ question, describedBy, mayWrite, handlers }: QuestionMenuProps) {
  const done = question.done_at !== null
  return (
    <div className="relative z-1">
      <Menu
        trigger={
          <IconButton
            label="More actions"
            aria-describedby={describedBy}
            tooltip={false}
            icon={<Ellipsis size={16} />}
          />
        }
      >
        <MenuItem icon={<CircleHelp size={16} />} onSelect={() => handlers.onDetails(question)}>
          View Details
        </MenuItem>
        {mayWrite && (
          <>
            <MenuItem
              icon={done ? <RotateCcw size={16} /> : <Check size={16} />}
              onSelect={() => handlers.onDone(question)}
            >
              {done ? 'Reopen' : 'Mark as done'}
            </MenuItem>
            <MenuSeparator />
            {question.faq ? (
              <MenuLink icon={<FileText size={16} />} to={`/pages?faq=${question.faq.id}`}>
                Open FAQ
              </MenuLink>
            ) : (
              <MenuItem icon={<FilePlus2 size={16} />} onSelect={() => handlers.onMove(question)}>
                Move to FAQ
              </MenuItem>
            )}
            <MenuItem icon={<ListPlus size={16} />} onSelect={() => handlers.onAdd(question)}>
              Add to an existing FAQ
            </MenuItem>
            <MenuLink icon={<ListChecks size={16} />} to={`/messages/answer-tests?question=${question.id}`}>
              Save as answer test
            </MenuLink>
            <MenuSeparator />
            <MenuItem destructive icon={<Trash2 size={16} />} onSelect={() => handlers.onDelete(question)}>
              Delete
            </MenuItem>
          </>
        )}
      </Menu>
    </div>
  )
}
