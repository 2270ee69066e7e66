import { ChevronRight } from 'lucide-react'
import { memo, type Ref, useRef } from 'react'
import { Badge } from '../../../../web/ui/badge.tsx'
import { Checkbox } from '../../../../web/ui/checkbox.tsx'
import { cx } from '../../../../web/ui/class-names.ts'
import { StatusBadge } from '../../../../web/ui/status-badge.tsx'
import { Cell, Row, RowHeaderCell } from '../../../../web/ui/table.tsx'
import type { ListedFaq } from '../../contract.ts'
import { DragHandle } from './drag-handle.tsx'
import { FaqRowActions, type FaqRowHandlers } from './faq-row-actions.tsx'
import { FaqRowDetail } from './faq-row-detail.tsx'

/** Actions of every row; one shared object. */
export interface FaqRowTools extends FaqRowHandlers {
  mayDelete: boolean
  onToggle: (id: string) => void
  /** The pointer or the keyboard is near: what opening needs may be fetched. */
  onNear: (id: string) => void
  onSelect: (faq: ListedFaq, on: boolean, range: boolean) => void
}

export interface FaqRowProps {
  faq: ListedFaq
  /** Its place among the rows that match, from 0. */
  index: number
  /** The same for assistive technology, where the head and open answers are rows as well. */
  rowIndex: number
  wide: boolean
  /** True when there is space for labeled buttons. */
  labelled: boolean
  open: boolean
  selected: boolean
  /** A link leads here. */
  linked: boolean
  /** True when the row can be moved in the current order. */
  movable: boolean
  /** It is being moved; or what is moved would be dropped here. */
  moving: boolean
  dropLine: 'above' | 'below' | null
  tools: FaqRowTools
  measure: Ref<HTMLTableSectionElement>
}

/** The id of the button that opens a row, so that the focus can be moved to it. */
export const toggleId = (faqId: string) => `faq-${faqId}`

const LINES = {
  above: '*:shadow-[inset_0_2px_0_var(--color-accent-edge)]',
  below: '*:shadow-[inset_0_-2px_0_var(--color-accent-edge)]',
}

const NeedsAnswer = () => <Badge tone="warn">Needs an answer</Badge>

/** One FAQ; below it its answer, when it is open. */
export const FaqRow = memo(function FaqRow(props: FaqRowProps) {
  const { faq, index, rowIndex, wide, labelled, open, selected, linked, movable, moving, dropLine, tools, measure } =
    props
  const border = open ? 'border-b-transparent!' : 'border-b!'
  /** True when the click that caused the change event had the shift key pressed. */
  const range = useRef(false)
  const near = () => tools.onNear(faq.id)
  return (
    <tbody ref={measure} data-index={index} data-faq={faq.id}>
      <Row
        aria-rowindex={rowIndex}
        selected={selected || linked}
        className={cx(moving && 'opacity-40', dropLine && LINES[dropLine])}
      >
        <Cell className={cx('p-0!', border)}>{movable && <DragHandle faq={faq} />}</Cell>
        <Cell
          className={cx('px-0!', border)}
          onClickCapture={({ shiftKey }) => {
            range.current = shiftKey
          }}
        >
          <Checkbox
            className="align-middle"
            aria-label={`Select “${faq.question}”`}
            checked={selected}
            onCheckedChange={(on) => tools.onSelect(faq, on, range.current)}
          />
        </Cell>
        <RowHeaderCell className={cx('py-0! pr-2! pl-2!', border)}>
          <button
            type="button"
            id={toggleId(faq.id)}
            data-toggle=""
            aria-expanded={open}
            aria-controls={open ? `${toggleId(faq.id)}-answer` : undefined}
            onClick={() => tools.onToggle(faq.id)}
            onPointerEnter={near}
            onFocus={near}
            className="flex min-h-11 w-full scroll-mt-26 scroll-mb-24 items-center gap-2 rounded-sm py-2 pl-1 text-left"
          >
            <ChevronRight
              size={15}
              aria-hidden="true"
              className={cx('shrink-0 text-ink-faint transition-transform', open && 'rotate-90')}
            />
            <span
              className={cx(
                'min-w-0 font-medium [overflow-wrap:anywhere]',
                !open && 'line-clamp-2',
                faq.status === 'archived' && 'text-ink-soft',
              )}
            >
              {faq.question}
            </span>
          </button>
          {!wide && (
            <div className="-mt-1 mb-2.5 flex flex-wrap gap-1.5 pl-7">
              <StatusBadge status={faq.status} />
              {faq.needs_answer && <NeedsAnswer />}
              <Badge>{faq.category}</Badge>
            </div>
          )}
        </RowHeaderCell>
        {wide && (
          <>
            <Cell className={border}>
              <Badge>{faq.category}</Badge>
            </Cell>
            <Cell className={border}>
              <div className="flex flex-col items-start gap-1">
                <StatusBadge status={faq.status} />
                {faq.needs_answer && <NeedsAnswer />}
              </div>
            </Cell>
          </>
        )}
        <Cell className={cx('pr-2! pl-0!', border)}>
          <FaqRowActions
            faq={faq}
            describedBy={toggleId(faq.id)}
            handlers={tools}
            mayDelete={tools.mayDelete}
            labelled={labelled}
          />
        </Cell>
      </Row>
      {open && (
        <tr
          id={`${toggleId(faq.id)}-answer`}
          aria-rowindex={rowIndex + 1}
          className={cx((selected || linked) && 'bg-selected')}
        >
          <td colSpan={wide ? 6 : 4} className="border-b border-line px-4 pt-1 pb-5 pl-10 sm:pl-27">
            <div className="max-w-180">
              <FaqRowDetail id={faq.id} />
            </div>
          </td>
        </tr>
      )}
    </tbody>
  )
})
